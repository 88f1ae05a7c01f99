import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components';
import type { FieldValue } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import './date-control.css';

interface ClearDateProps {
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
  readonly labelId: string;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
}

export function ClearDate({ value, onChange, labelId, isRequired, isDisabled, isReadOnly }: ClearDateProps) {
  const { say } = usePhrases();
  if (value === null || value === '' || isRequired || isDisabled || isReadOnly) return null;

  function clear({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    onChange(null);
    // The button disappears with the value. Move the focus to where keyboard users type a new one.
    currentTarget.parentElement?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
  }

  return (
    <button
      type="button"
      className="icon-button date-control__button"
      aria-label={say('form.clear')}
      aria-describedby={labelId}
      onClick={clear}
    >
      <X aria-hidden="true" />
    </button>
  );
}

/** Typed segments with a calendar. List filters use it too. */
export function DateControl({ field }: { readonly field: ClearDateProps }) {
  const { say } = usePhrases();
  return (
    <>
      <Group className="date-control">
        <DateInput className="date-control__input">
          {(segment) => <DateSegment segment={segment} className="date-control__segment" />}
        </DateInput>
        <ClearDate {...field} />
        {!field.isReadOnly && (
          <Button className="icon-button date-control__button" aria-label={say('form.open_calendar')}>
            <CalendarDays aria-hidden="true" />
          </Button>
        )}
      </Group>
      <Popover className="popover calendar-popover" placement="bottom start">
        <Dialog className="calendar-dialog">
          <Calendar className="calendar">
            <header className="calendar__header">
              <Button slot="previous" className="icon-button calendar__turn">
                <ChevronLeft aria-hidden="true" />
              </Button>
              <Heading className="calendar__month" />
              <Button slot="next" className="icon-button calendar__turn">
                <ChevronRight aria-hidden="true" />
              </Button>
            </header>
            <CalendarGrid className="calendar__grid">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className="calendar__weekday">{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar__day" />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </>
  );
}
