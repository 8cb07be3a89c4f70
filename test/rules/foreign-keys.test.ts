import pg from 'pg'
import { expect, inject, test } from 'vitest'

// Deleting a row looks for those that refer to it, once for each foreign key: without an index, through a whole table.
const unindexed = `
  select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by k.place) || ')' as key
  from pg_constraint c
    cross join unnest(c.conkey) with ordinality as k(number, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    and not exists (
      select 1 from pg_index i
      where i.indrelid = c.conrelid and i.indisvalid
        -- The key's columns come first, in any order.
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        -- Of a partial index, one that only leaves out rows that refer to nothing.
        and (i.indpred is null
          or pg_get_expr(i.indpred, i.indrelid) in (select format('(%I IS NOT NULL)', n.attname)
            from pg_attribute n where n.attrelid = c.conrelid and n.attnum = any (c.conkey)))
    )
  group by c.oid, c.conrelid order by 1`

test('each foreign key has an index that begins with its columns', async () => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>(unindexed)
    expect(rows.map(row => row.key)).toEqual([])
  } finally {
    await client.end()
  }
})
