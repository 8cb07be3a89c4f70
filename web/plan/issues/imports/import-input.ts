import type { InputOf } from '#contract/operation.ts'
import type { issueImportPage } from '#contract/transfer/issue-imports.ts'
import type { Search } from '#web/api/router/search.ts'

/** The input of the page of an import for its address. */
export function importInput(
  { namespace = '', id = '' }: Readonly<Partial<Record<string, string>>>,
  search: Search,
): InputOf<typeof issueImportPage> {
  const after = typeof search.after === 'string' && /^\d{1,9}$/.test(search.after) ? Number(search.after) : 0
  return {
    namespace,
    id: Number(id),
    ...(search.faulty === 'true' && { faulty: true }),
    ...(search.noticed === 'true' && { noticed: true }),
    ...(after > 0 && { after }),
  }
}
