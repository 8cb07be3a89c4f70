import { expect, test } from 'vitest'
import type { IssueImport } from '#contract/transfer/issue-imports.ts'
import { failureOf } from './messages.ts'

test.each([
  [0, 'Jira could not be reached.'],
  [3, 'Jira could not be reached. 2 issues created, 1 row with errors.'],
])('LIST-014 a failed import that had read %i issues says why, and what there is to show', (totalCount, sentence) => {
  const counts = { totalCount, createdCount: 2, faultyCount: 1, skippedCount: 0, attachmentCount: 0, noticeCount: 0 }
  // The fields that the sentence is made of.
  const imported = { reason: 'Jira could not be reached.', ...counts } as IssueImport
  expect(failureOf(imported)).toBe(sentence)
})
