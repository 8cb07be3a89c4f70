import { type TProperties, Type } from 'typebox'
import { mergeRequestFilters } from '#contract/code/merge-requests/merge-request-lists.ts'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { epicListFilters } from '#contract/plan/epics/epic-pages.ts'
import { issueFilters } from '#contract/plan/issues/issues.ts'
import { Bytes } from '#contract/shapes.ts'

/**
 * All rows that match the filter of a list, not only those of one page, as a CSV file: downloaded, answered to a POST request such
 * as that of a form, or sent to the actor as the attachment of an email.
 *
 * @source LIST-002, LIST-023, rest.md 17.2
 */
function csvExports<Filters extends TProperties>(noun: string, kind: PlaceKind, filters: Filters) {
  const operation = operationsOf(noun)
  const name = `${kind === 'group' && noun !== 'Epics' ? 'Group' : ''}${noun.replace(/ (\w)/g, (_space, letter: string) => letter.toUpperCase())}Csv`
  const rows = `the ${noun.toLowerCase()} of a ${kind} that match a filter`
  const path =
    `${kind === 'group' ? '/groups' : ''}/:namespace/-/${noun.toLowerCase().replace(' ', '_')}/export_csv` as const
  const input = Type.Object({ namespace: Type.String(), ...filters })
  return {
    download: operation({
      name: `download${name}`,
      summary: `Download ${rows}, as CSV`,
      at: `GET ${path}`,
      input,
      reply: Bytes,
    }),
    post: operation({
      name: `export${name}`,
      summary: `Export ${rows}, as CSV`,
      at: `POST ${path}`,
      status: 200,
      input,
      reply: Bytes,
    }),
    mail: operation({
      name: `mail${name}`,
      summary: `Email yourself ${rows}, as CSV`,
      at: `POST ${path}/mail`,
      status: 202,
      input,
      reply: Type.Object({ message: Type.String() }),
    }),
  }
}

export const issuesCsv = csvExports('Issues', 'project', issueFilters)
export const groupIssuesCsv = csvExports('Issues', 'group', issueFilters)
export const epicsCsv = csvExports('Epics', 'group', epicListFilters)
export const mergeRequestsCsv = csvExports('Merge requests', 'project', mergeRequestFilters)
export const groupMergeRequestsCsv = csvExports('Merge requests', 'group', mergeRequestFilters)
