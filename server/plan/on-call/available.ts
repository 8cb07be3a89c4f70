import { type RawBuilder, sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'

/** SQL for whether a user can be on call in a project: a person with an active account who can read its incidents. */
export const canBeOnCall = (user: string, project: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${user}.state`)} = 'active' and not ${sql.ref(`${user}.is_bot`)} and (${sql.ref(`${user}.is_admin`)}
    or access_level_of(${sql.ref(`${user}.id`)}, ${sql.ref(`${project}.ancestor_ids`)}) >= ${levelSql('reporter')}))`
