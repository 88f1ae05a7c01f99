import type { LucideIcon } from 'lucide-react';
import { Circle, CircleCheck, Info, OctagonX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../admin/api/tones.js';
import './tone.css';

/** Five shapes, so that the meaning does not depend on color alone (WCAG 2.2, 1.4.1). */
const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  neutral: Circle,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonX,
};

/** The icon of a meaning. The text beside it says the meaning, so screen readers leave it out. */
export function ToneIcon({ tone }: { readonly tone: Tone }) {
  const Icon = ICONS[tone];
  return <Icon className={`tone-icon tone-icon--${tone}`} aria-hidden="true" />;
}

export interface ChipProps {
  /** Absent: a plain label without a meaning, such as a tag. */
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
}

/** A short label in one line: the state of a record, or one of several related records. */
export function Chip({ tone, children }: ChipProps) {
  return (
    <span className={tone === undefined ? 'chip' : `chip chip--${tone}`}>
      {tone !== undefined && <ToneIcon tone={tone} />}
      <span className="chip__text">{children}</span>
    </span>
  );
}

export interface NoticeProps {
  readonly tone: Tone;
  /** `alert`: screen readers announce it at once. */
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
}

/** A message in the flow of the page. */
export function Notice({ tone, role, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={role}>
      <ToneIcon tone={tone} />
      <div className="notice__text">{children}</div>
    </div>
  );
}
