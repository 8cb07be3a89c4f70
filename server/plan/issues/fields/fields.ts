import { issueListFields } from '../list/list-fields.ts'
import { issueFields } from './issue-fields.ts'
import { issueMutations } from './mutations.ts'
import { issueSubscriptions } from './subscriptions.ts'

export function issuesFields(): void {
  issueFields()
  issueListFields()
  issueMutations()
  issueSubscriptions()
}
