import { PostgresDialect, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { camelCase, snakeCase } from '#server/platform/text/case.ts'

export type Row = Readonly<Record<string, unknown>>

/** Compiles camelCase identifiers as snake_case. Kysely's plugin for this copies the whole syntax tree of each statement first. */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeCase(identifier))
  }
}

/** PostgreSQL with snake_case names in its statements. */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler()
  }
}

/** The rows of a result in array mode as objects with the camelCase names of their columns. */
export function namedRows({ fields, rows }: pg.QueryArrayResult): readonly Row[] {
  const names = fields.map(field => camelCase(field.name))
  return rows.map(values => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = values[at]
    return row
  })
}
