import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import { fileTooLarge } from '#contract/foundation/upload-limit.ts'
import type { UploadedFile } from '#contract/shapes.ts'
import { importRowLimit } from '#contract/transfer/import-limits.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid, TooLarge } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { cleanFilename } from '#server/platform/files/clean-filename.ts'
import { type CsvRow, csvReader, MalformedCsv, separatorLine, separatorOf } from '#server/platform/text/csv-reader.ts'
import { checkIssues } from './check.ts'
import { type CsvColumns, readHeader, readRow } from './csv-columns.ts'
import { findEarlier, fingerprints } from './earlier.ts'
import { importLimit } from './import-limit.ts'
import type { ImportedIssue } from './imported-issue.ts'
import { messages } from './messages.ts'

type ImportProject = Allowed<'project:import-issues', ProjectRow>

/** A row of an import, as it is stored. */
export interface StagedRow {
  readonly line: number
  readonly issue: ImportedIssue
  readonly problems: readonly string[]
}

/** Rows that are checked and stored in one go: a batch holds up no other request. */
const batchSize = 250
/** The number of bytes of a file that are read at a time. */
const pieceBytes = 32 * 1024
/** New labels that an import names. */
const mostNewLabels = 100

/**
 * Store the rows of a file, each with its faults, so that they can be shown and imported. The file is read in pieces.
 *
 * @returns the id of the import, which then waits to be started
 * @throws Invalid  it is no .csv file, not UTF-8, has no rows, lacks a column or cannot be read
 * @throws TooLarge
 */
export async function stageCsv(ctx: Context, project: ImportProject, file: UploadedFile): Promise<number> {
  const importId = await openImport(ctx, project, { source: 'csv', name: await checkFile(ctx, file) })
  try {
    let columns: CsvColumns | null = null
    const rows = async function* (): AsyncGenerator<StagedRow> {
      for await (const { line, cells } of csvRows(file.path)) {
        if (columns === null) columns = readHeader(cells)
        else {
          const { issue, problems } = readRow(columns, cells)
          yield { line, issue, problems }
        }
      }
    }
    const { count, newLabels } = await stageRows(ctx, project, importId, rows())
    // The generator has set it.
    const { ignored } = (columns as CsvColumns | null) ?? readHeader([])
    if (count === 0) throw new Invalid(messages.noRows)
    await closeStaging(ctx, importId, count, { ignored, newLabels })
    return importId
  } catch (error) {
    await ctx.db.deleteFrom('issueImports').where('id', '=', importId).execute()
    if (error instanceof MalformedCsv) throw new Invalid(`${error.message}.`, { cause: error })
    throw error
  }
}

/** @returns the name of a file that may be one of issues @throws Invalid · @throws TooLarge */
export async function checkFile(ctx: Context, file: UploadedFile): Promise<string> {
  if (!/\.csv$/i.test(file.filename)) throw new Invalid(messages.notCsv)
  const mebibytes = await importLimit(ctx)
  if (file.sizeBytes > mebibytes * 1024 * 1024) throw new TooLarge(fileTooLarge(mebibytes))
  return cleanFilename(file.filename)
}

/** Begin an import, to which rows are then added. */
export async function openImport(
  ctx: Context,
  project: ImportProject,
  { source, name }: { readonly source: 'csv' | 'jira'; readonly name: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('issueImports')
    .values({ namespaceId: project.id, userId: selfId(ctx), source, name, state: 'reading', createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Check and store rows in batches. @param from  rows that are there already @throws Invalid  too many */
export async function stageRows(
  ctx: Context,
  project: ImportProject,
  importId: number,
  rows: AsyncIterable<StagedRow>,
  from = 0,
): Promise<{ readonly count: number; readonly newLabels: readonly string[] }> {
  const newLabels = new Map<string, string>()
  const fingerprintOf = fingerprints()
  let count = 0
  let batch: StagedRow[] = []
  const store = async () => {
    const checked = await checkIssues(
      ctx,
      project,
      batch.map(row => row.issue),
    )
    for (const title of checked.newLabels) if (newLabels.size < mostNewLabels) newLabels.set(title.toLowerCase(), title)
    const names = batch.map(({ issue }) => fingerprintOf(issue))
    const earlier = await findEarlier(ctx, project, names)
    const stored = batch.map(({ line, issue, problems }, index) => {
      const fingerprint = names[index] ?? ''
      const isOfFile = issue.remote === undefined
      // A value that cannot be read is no part of the fingerprint.
      const issueId = isOfFile && problems.length > 0 ? null : (earlier.get(fingerprint) ?? null)
      const notices = checked.notices[index] ?? []
      const row = { number: from + count + index + 1, line, fingerprint, issue_id: issueId }
      return issueId === null
        ? {
            ...row,
            content: issue,
            problems: [...problems, ...(checked.problems[index] ?? [])],
            notices,
            outcome: null,
          }
        : { ...row, content: isOfFile ? issue : keptContent(issue), problems: [], notices: [], outcome: 'skipped' }
    })
    await sql`insert into issue_import_rows (import_id, number, line, content, problems, notices, fingerprint, issue_id, outcome)
      select ${importId}, r.* from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
        as r(number integer, line integer, content jsonb, problems text[], notices text[], fingerprint text, issue_id bigint, outcome text)`.execute(
      ctx.db,
    )
    const skipped = stored.filter(row => row.outcome === 'skipped').length
    if (skipped > 0)
      await sql`update issue_imports set skipped_count = skipped_count + ${skipped} where id = ${importId}`.execute(
        ctx.db,
      )
    count += batch.length
    batch = []
  }
  for await (const row of rows) {
    batch.push(row)
    if (from + count + batch.length > importRowLimit) throw new Invalid(messages.tooManyRows)
    if (batch.length >= batchSize) await store()
  }
  if (batch.length > 0) await store()
  return { count, newLabels: [...newLabels.values()] }
}

/** The stored content of a skipped issue: the title for the page, the keys for the links of other rows. */
const keptContent = ({ changes, remote }: ImportedIssue) => ({
  changes: { title: changes.title },
  key: remote?.key ?? null,
  parentKey: remote?.parentKey ?? null,
})

/** All rows are there: the import waits for the person who is to start it. */
export async function closeStaging(
  ctx: Context,
  importId: number,
  count: number,
  { ignored, newLabels }: { readonly ignored: readonly string[]; readonly newLabels: readonly string[] },
): Promise<void> {
  await ctx.db
    .updateTable('issueImports')
    .set({ state: 'ready', totalCount: count, ignoredColumns: [...ignored], newLabels: [...newLabels] })
    .where('id', '=', importId)
    .execute()
}

/** The rows of a file, the header first. @throws Invalid  not UTF-8 · @throws MalformedCsv */
export async function* csvRows(path: string): AsyncGenerator<CsvRow> {
  // Takes a byte order mark away.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch (cause) {
      throw new Invalid(messages.notUtf8, { cause })
    }
  }
  let reader: ReturnType<typeof csvReader> | null = null
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    let text = decode(piece as Uint8Array)
    if (reader === null) {
      const named = separatorLine(text)
      text = text.slice(named?.length ?? 0)
      reader = csvReader(named?.separator ?? separatorOf(text), { firstLine: named === null ? 1 : 2 })
    }
    yield* reader.push(text)
  }
  decode()
  yield* reader?.end() ?? []
}
