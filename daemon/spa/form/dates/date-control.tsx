import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
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
import { usePhrases } from '../../i18n/phrases-context.js';
import type { FieldProps } from '../field-props.js';
import { ClearDate, type ClearDateProps } from './clear-date.js';
import './calendar.css';
import './date-control.css';

/** The parts to type, and a calendar to choose from. Filters of lists have it, too. */
export function DateControl({ field }: { readonly field: ClearDateProps & Pick<FieldProps, 'isInvalid'> }) {
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
