import type { Slice } from '#server/slice.ts'
import { issueMailAnswers } from './answers.ts'
import { issueMailFields } from './fields.ts'
import { forgetIssueMails } from './sweep.ts'

export const issueMails: Slice = {
  name: 'issue-mails',
  answers: issueMailAnswers,
  fields: issueMailFields,
  timedJobs: [{ name: 'forget_issue_mails', pattern: '27 4 * * *', run: forgetIssueMails }],
}
