import {
  discardUnsentText,
  forgetUnsentText,
  getUnsentText,
  keepUnsentText,
  listUnsentTexts,
  unsentTextsPage,
} from '#contract/feeds/unsent-texts.ts'
import { answer } from '#server/slice.ts'
import { discardText, forgetText, keepText } from './keep.ts'
import { textById, textsOf, textsPage } from './queries.ts'

export const unsentTextsAnswers = [
  answer(listUnsentTexts, { for: 'signed-in', run: (ctx, { device }) => textsOf(ctx, device ?? null) }),
  answer(getUnsentText, { for: 'signed-in', run: (ctx, { id }) => textById(ctx, id) }),
  answer(keepUnsentText, {
    for: 'signed-in',
    // Two texts of a mebibyte each, every sign of them escaped.
    bodyLimitBytes: 13_000_000,
    run: keepText,
  }),
  answer(forgetUnsentText, {
    for: 'signed-in',
    run: forgetText,
  }),
  answer(discardUnsentText, {
    for: 'signed-in',
    run: discardText,
  }),
  answer(unsentTextsPage, { for: 'signed-in', run: async ctx => ({ texts: await textsPage(ctx) }) }),
]
