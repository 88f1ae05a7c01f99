import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../navigation/link.js';
import './form-header.css';

export interface FormHeaderProps {
  readonly title: string;
  readonly titleId: string;
  /** Where the record is listed; undefined where that is not known, or not open. */
  readonly back: { readonly to: string; readonly label: string } | undefined;
  /** Links to other views of the same record. */
  readonly children?: ReactNode;
}

export function FormHeader({ title, titleId, back, children }: FormHeaderProps) {
  return (
    <header className="form-header">
      <div className="form-header__titles">
        {back !== undefined && (
          <Link to={back.to} className="form-header__back">
            <ArrowLeft aria-hidden="true" />
            {back.label}
          </Link>
        )}
        <h1 id={titleId} className="form-header__title">
          {title}
        </h1>
      </div>
      {children !== undefined && <div className="form-header__links">{children}</div>}
    </header>
  );
}
