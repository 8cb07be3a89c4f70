import { type RawBuilder, sql } from 'kysely'

/** The statement that makes a user a contributor of a project; without a user it writes nothing. */
export const insertContributor = (
  projectId: RawBuilder<number>,
  userId: RawBuilder<number | null>,
): RawBuilder<unknown> =>
  sql`insert into project_contributors (namespace_id, user_id) select ${projectId}::bigint, ${userId}::bigint
    where ${userId}::bigint is not null on conflict do nothing`
