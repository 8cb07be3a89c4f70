// Generated from web/code/reference-cards/user-card.graphql by tools/generate-documents.ts.
import type { GraphqlDocument } from '#web/api/graphql-document.ts'

export type UserCardResult = { readonly user: { readonly id: string; readonly name: string; readonly username: string; readonly avatarUrl: string | null; readonly state: 'active' | 'banned' | 'blocked' | 'blocked_pending_approval' | 'deactivated' | 'ldap_blocked'; readonly jobTitle: string | null; readonly organization: string | null; readonly location: string | null; readonly status: { readonly emoji: string | null; readonly message: string | null; readonly availability: 'BUSY' | 'NOT_SET' } | null } | null }

export type UserCardVariables = { readonly id: string }

export const userCard: GraphqlDocument<UserCardResult, UserCardVariables> = {
  name: 'UserCard',
  kind: 'query',
  text: "query UserCard($id:UserID!){user(id:$id){id name username avatarUrl state jobTitle organization location status{emoji message availability}}}",
}
