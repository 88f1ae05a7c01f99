import { usePhrases } from '../i18n/phrases-context.js';
import { ButtonLink } from './button-link.js';

export interface WayBackProps {
  readonly back?: { readonly to: string; readonly label: string } | undefined;
}

/** Out of a place where there is nothing: to the list that it would be in, or to where work begins. */
export function WayBack({ back }: WayBackProps) {
  const { say } = usePhrases();
  return (
    <ButtonLink to={back?.to ?? '/'} variant="primary">
      {back?.label ?? say('shell.start_page')}
    </ButtonLink>
  );
}
