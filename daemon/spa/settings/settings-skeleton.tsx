/** Cards that are about to come. */
export function SettingsSkeleton() {
  return (
    <div className="settings__list" aria-hidden="true">
      {[1, 2, 3].map((card) => (
        <span key={card} className="skeleton settings__loading" />
      ))}
    </div>
  );
}
