import { today } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { use } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components';
import type { FieldValue } from '../api/views.js';
import { readerZone } from '../formats/time-zone.js';
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

/**
 * react-aria marks and announces the day of the browser's zone, whatever zone the field has, and takes no other one. It makes
 * a new state with each drawing of the calendar, which the cells read after this component.
 */
function TodayIn({ zone, children }: { readonly zone: string; readonly children: ReactNode }) {
  const state = use(CalendarStateContext);
  if (state !== null) Object.assign(state, { timeZone: zone });
  return children;
}

/** Typed segments with a calendar. List filters use it too. */
export function DateControl({ field }: { readonly field: ClearDateProps }) {
  const { say } = usePhrases();
  const zone = readerZone();
  const isEmpty = field.value === null || field.value === '';
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
          <Calendar className="calendar" {...(isEmpty && { defaultFocusedValue: today(zone) })}>
            <header className="calendar__header">
              <Button slot="previous" className="icon-button calendar__turn">
                <ChevronLeft aria-hidden="true" />
              </Button>
              <Heading className="calendar__month" />
              <Button slot="next" className="icon-button calendar__turn">
                <ChevronRight aria-hidden="true" />
              </Button>
            </header>
            <TodayIn zone={zone}>
              <CalendarGrid className="calendar__grid">
                <CalendarGridHeader>
                  {(day) => <CalendarHeaderCell className="calendar__weekday">{day}</CalendarHeaderCell>}
                </CalendarGridHeader>
                <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar__day" />}</CalendarGridBody>
              </CalendarGrid>
            </TodayIn>
          </Calendar>
        </Dialog>
      </Popover>
    </>
  );
}
