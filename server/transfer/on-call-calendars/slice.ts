import {
  createOnCallCalendar,
  previewOnCallCalendar,
  readOnCallCalendar,
  updateOnCallCalendar,
} from '#contract/plan/incidents/on-call-calendars.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { aMinute, limitTo } from '#server/access/rate-limits.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { answer, type Slice } from '#server/slice.ts'
import { addCalendar, changeCalendar, previewCalendar, readNow } from './use.ts'
import { readDueCalendars } from './watch.ts'

/** Each fetches an address, and reads what may be a large file. */
const limit = limitTo(aMinute.onCallImports)

/** The address is read before the transaction, which would wait for its server. */
const managed = {
  about: projectByRef,
  ability: 'project:admin-escalations',
  transaction: 'own',
  // In JSON, the line breaks of a calendar are longer.
  bodyLimitBytes: 2 * onCallLimits.calendarBytes,
} as const

/** On-call rotations whose shifts come from calendars of other programs. */
export const onCallCalendars: Slice = {
  name: 'on-call-calendars',
  answers: [
    answer(previewOnCallCalendar, {
      ...managed,
      run: (ctx, project, input) => {
        limit(ctx)
        return previewCalendar(ctx, project, input)
      },
    }),
    answer(createOnCallCalendar, {
      ...managed,
      run: (ctx, project, input) => {
        limit(ctx)
        return addCalendar(ctx, project, input)
      },
    }),
    answer(updateOnCallCalendar, {
      ...managed,
      run: (ctx, project, input) => {
        limit(ctx)
        return changeCalendar(ctx, project, input)
      },
    }),
    answer(readOnCallCalendar, {
      ...managed,
      run: (ctx, project, input) => {
        limit(ctx)
        return readNow(ctx, project, input)
      },
    }),
  ],
  timedJobs: [{ name: 'read_calendars', pattern: '* * * * *', run: readDueCalendars }],
}
