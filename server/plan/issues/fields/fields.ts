import { issueSubscriptions } from '#server/plan/issuables/fields/subscriptions.ts'
import { issueListFields } from '../list/list-fields.ts'
import { issueFields } from './issue-fields.ts'
import { issueMutations } from './mutations.ts'

export function issuesFields(): void {
  issueFields()
  issueListFields()
  issueMutations()
  issueSubscriptions()
}
