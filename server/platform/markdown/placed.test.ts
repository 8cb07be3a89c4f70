import { expect, test } from 'vitest'
import { placedReferences } from './placed.ts'
import {
  commitReferences,
  epicReferences,
  issueReferences,
  iterationReferences,
  labelReferences,
  mergeRequestReferences,
  milestoneReferences,
} from './references.ts'

const syntaxes = [
  ...issueReferences,
  ...mergeRequestReferences,
  ...epicReferences,
  ...labelReferences,
  ...milestoneReferences,
  ...iterationReferences,
  ...commitReferences,
]

/** A text in which every reference names the place `far/off`. */
async function qualified(text: string, line = false): Promise<string> {
  let written = ''
  let at = 0
  for (const { start, end, qualified } of await placedReferences(text, syntaxes, {
    siteUrl: 'http://weft.test',
    line,
  })) {
    written += text.slice(at, start) + qualified('far/off')
    at = end
  }
  return written + text.slice(at)
}

test.each([
  ['See #1, !2 and &3.', 'See far/off#1, far/off!2 and far/off&3.'],
  ['#1 #1\n\n- #1', 'far/off#1 far/off#1\n\n- far/off#1'],
  ['project#1 and group/project#1+', 'far/off#1 and far/off#1+'],
  ['GL-12 and [issue:12] and [work_item:a/b/12+s]', 'far/off#12 and [issue:far/off/12] and [work_item:far/off/12+s]'],
  [
    '~bug ~"two words" ~12 %v1.2 %"next one"',
    'far/off~bug far/off~"two words" far/off~12 far/off%v1.2 far/off%"next one"',
  ],
  ['*iteration:12', 'far/off*iteration:12'],
  ['9ba12248ab and 9ba12248ab..a2c4a2c4ff', 'far/off@9ba12248ab and far/off@9ba12248ab..a2c4a2c4ff'],
  ['`#1` but #1', '`#1` but far/off#1'],
  ['```\n#1\n```\n\n#1', '```\n#1\n```\n\nfar/off#1'],
  ['    #1 is code\n\n#1 is not', '    #1 is code\n\nfar/off#1 is not'],
  ['[#1](http://weft.test) <a href="#1">#1</a> #1', '[#1](http://weft.test) <a href="#1">#1</a> far/off#1'],
  ['http://weft.test/a/b/-/issues/1#note_2', 'http://weft.test/a/b/-/issues/1#note_2'],
  [
    '> #1\r\n\r\n| a | b |\r\n|---|---|\r\n| #2 | `#2` |',
    '> far/off#1\r\n\r\n| a | b |\r\n|---|---|\r\n| far/off#2 | `#2` |',
  ],
  ['**#1** and (#2)', '**far/off#1** and (far/off#2)'],
  ['a#b, #one, C#, 100%, ~', 'a#b, #one, C#, 100%, ~'],
  ['', ''],
])('MOVE-004 references of %j are found where they stand', async (text, wanted) => {
  expect(await qualified(text)).toBe(wanted)
})

test('MOVE-004 in a title there is no code', async () => {
  expect(await qualified('Like `#1`', true)).toBe('Like `far/off#1`')
})

test('MOVE-004 a text that holds numbers like those that candidates get is read rightly', async () => {
  expect(await qualified('#700000000000000 #1 `#700000000000001`')).toBe(
    'far/off#700000000000000 far/off#1 `#700000000000001`',
  )
})
