import { type RawBuilder, sql } from 'kysely'

// The items that belong to `geo_nodes n`: all, or those of the selected groups and namespaces.

/** @param ancestors  the ids of the namespace of an item and of those above it */
export const isSelected = (ancestors: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(case
  when n.selective_sync_type is null then true
  when n.selective_sync_type = 'shards' then 'default' = any (n.selective_sync_shards)
  else ${ancestors} && array(select g.namespace_id from geo_node_namespaces g where g.node_id = n.id) end)`

/** The number of projects. */
export const selectedProjects = sql<number>`(case
  when n.selective_sync_type is null then (select count(*) from projects)
  else (select count(*) from projects p join namespaces pn on pn.id = p.id where ${isSelected(sql`pn.ancestor_ids`)}) end)`

/** The number of uploads. Those without a namespace, such as avatars of users, belong to every node. */
export const selectedUploads = sql<number>`(case
  when n.selective_sync_type is null then (select count(*) from uploads)
  else (select count(*) from uploads u left join namespaces un on un.id = u.namespace_id
    where u.namespace_id is null or ${isSelected(sql`un.ancestor_ids`)}) end)`
