export function SettingsScreen({ code }: { readonly code: string | undefined }) {
  return <h1>{code}</h1>;
}
