import { PostgresDialect, PostgresQueryCompiler } from 'kysely'
import { snakeCase } from '#server/platform/text/case.ts'

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
