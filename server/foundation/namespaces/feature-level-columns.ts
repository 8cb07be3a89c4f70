import { sql } from 'kysely'
import { featureLevels } from '#contract/foundation/feature-levels.ts'
import { snakeCase } from '#server/platform/text/case.ts'

/** The levels of the features of a project, in a statement that reads `projects p`. */
export const featureLevelColumns = sql.join(Object.keys(featureLevels).map(column => sql.ref(`p.${snakeCase(column)}`)))
