import * as contract from '#contract/feeds/unsent-texts.ts'
import { answer } from '#server/slice.ts'
import { discardText, forgetText, keepText } from './keep.ts'
import { textById, textsOf, textsPage } from './queries.ts'

export const unsentTextsAnswers = [
  answer(contract.listUnsentTexts, { for: 'signed-in', run: (ctx, { device }) => textsOf(ctx, device ?? null) }),
  answer(contract.getUnsentText, { for: 'signed-in', run: (ctx, { id }) => textById(ctx, id) }),
  answer(contract.keepUnsentText, {
    for: 'signed-in',
    // Two texts of a mebibyte each, every sign of them escaped.
    bodyLimitBytes: 13_000_000,
    run: keepText,
  }),
  answer(contract.forgetUnsentText, {
    for: 'signed-in',
    run: forgetText,
  }),
  answer(contract.discardUnsentText, {
    for: 'signed-in',
    run: discardText,
  }),
  answer(contract.unsentTextsPage, { for: 'signed-in', run: async ctx => ({ texts: await textsPage(ctx) }) }),
]
