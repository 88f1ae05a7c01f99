import encodeQR from 'qr';

/** Modules of white around the code that readers need (ISO/IEC 18004 §9.1). */
const QUIET = 4;

/** A QR code, drawn here: its text is a secret that no other server may see. Always dark on white, also in dark mode. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const size = rows.length;
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className="second-factor__qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
