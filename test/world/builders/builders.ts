import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { Populated } from '../cast.ts'
import { accountBuilders } from './accounts.ts'
import { discussBuilders } from './discuss.ts'
import { issueBuilders } from './issues.ts'
import { monitorBuilders } from './monitor.ts'
import { namespaceBuilders } from './namespaces.ts'

/** The tools of the builders. */
export interface BuilderParts {
  readonly db: Db
  readonly project: Populated['project']
  readonly users: Populated['users']
  readonly transact: <T>(run: (ctx: Context) => Promise<T>) => Promise<T>
}

/** Every builder of the world, by area: add a line for a file of your own. */
export function createBuilders(parts: BuilderParts) {
  return {
    ...accountBuilders(parts),
    ...namespaceBuilders(parts),
    ...discussBuilders(parts),
    ...issueBuilders(parts),
    ...monitorBuilders(parts),
  }
}

export type Builders = ReturnType<typeof createBuilders>
