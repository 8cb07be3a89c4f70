import type { Static, TObject, TSchema } from 'typebox'
import type { Operation } from '#contract/operation.ts'
import type { Allowed, Finder } from '#server/access/load.ts'
import type { Ability, SubjectOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { type Answer, answer } from '#server/slice.ts'
import { downloadCsv } from './download.ts'
import type { Exported, ExportedSeries } from './exported.ts'
import { requestExport } from './mail-csv.ts'

interface CsvOperations<Input extends TObject> {
  readonly download: Operation<Input, TSchema>
  readonly post: Operation<Input, TSchema>
  readonly mail: Operation<Input, TSchema>
}

interface ExportedPlace<A extends Ability, Row extends object> {
  readonly about: Finder<SubjectOf<A>, { readonly namespace: string }, Row>
  readonly ability: A
}

/** The files of a list, as its operations promise them. @param exported  the rows that a filter finds */
export function csvAnswers<Input extends TObject, A extends Ability, Row extends object>(
  list: ExportedSeries,
  { download, post, mail }: CsvOperations<Input>,
  { about, ability }: ExportedPlace<A, Row>,
  exported: (
    ctx: Context,
    place: Allowed<A, Row>,
    filter: Omit<Static<Input>, 'namespace'>,
  ) => Exported | Promise<Exported>,
): readonly Answer[] {
  const read = async (
    ctx: Context,
    place: Allowed<A, Row>,
    { namespace: _namespace, ...filter }: { readonly namespace: string },
  ) => ({
    // All of the input but the name of the place.
    filter,
    exported: await exported(ctx, place, filter as never),
  })
  const binding = { about, ability } as const
  return [
    ...[download, post].map(operation =>
      answer(operation, {
        ...binding,
        transaction: 'own',
        run: async (ctx: Context, place: Allowed<A, Row>, input: never) =>
          downloadCsv(ctx, (await read(ctx, place, input)).exported),
      } as never),
    ),
    answer(mail, {
      ...binding,
      run: async (ctx: Context, place: Allowed<A, Row>, input: never) => {
        const found = await read(ctx, place, input)
        return requestExport(ctx, list, found.exported, found.filter)
      },
    } as never),
  ]
}
