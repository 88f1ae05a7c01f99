import icon from '../icon.svg';
import { useApp } from '../platform/app.js';
import './brand-logo.css';

export interface BrandLogoProps {
  /** Its height in pixels. A logo of the operator may be wider than high. */
  readonly size: number;
  /** Empty if a text beside it says the same. */
  readonly alt: string;
}

/** The operator's logo (`admin.brand.logo`), or ours. */
export function BrandLogo({ size, alt }: BrandLogoProps) {
  const { logo } = useApp().brand;
  if (logo === undefined) return <img className="brand-logo" src={icon} alt={alt} width={size} height={size} />;
  if (logo.dark === undefined) return <img className="brand-logo" src={logo.light} alt={alt} height={size} />;
  return (
    <>
      <img className="brand-logo brand-logo--light" src={logo.light} alt={alt} height={size} />
      <img className="brand-logo brand-logo--dark" src={logo.dark} alt={alt} height={size} />
    </>
  );
}
