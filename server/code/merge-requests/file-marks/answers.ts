import * as contract from '#contract/code/diffs/file-marks.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { mergeRequestOfAddress } from '../find.ts'
import { fileMarksOf, markFiles } from './file-marks.ts'

const noMarks = { viewed: [], collapsed: [], expanded: [] }

export const fileMarkAnswers: readonly Answer[] = [
  answer(contract.getFileMarks, {
    about: mergeRequestOfAddress,
    ability: 'issuable:read',
    run: async (ctx, mergeRequest) => (await fileMarksOf(ctx, mergeRequest)) ?? noMarks,
  }),
  answer(contract.markFiles, {
    about: mergeRequestOfAddress,
    ability: 'issuable:mark-read',
    run: async (ctx, mergeRequest, input) => {
      await markFiles(ctx, mergeRequest, input)
      return new Reply<null>(204)
    },
  }),
]
