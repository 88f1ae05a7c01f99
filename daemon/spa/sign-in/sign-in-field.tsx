import type { ReactNode } from 'react';

export interface SignInFieldProps {
  readonly id: string;
  readonly label: string;
  readonly problem: string | undefined;
  /** The control, which takes `id`, and `<id>-problem` as its description. */
  readonly children: ReactNode;
}

export function SignInField({ id, label, problem, children }: SignInFieldProps) {
  return (
    <div className="sign-in__field">
      <label htmlFor={id}>{label}</label>
      {children}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="sign-in__missing">
          {problem}
        </p>
      )}
    </div>
  );
}
