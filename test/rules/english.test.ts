import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSentences, listServerSentences } from '#tools/sentences.ts'

const lists = [
  ['web', listSentences()],
  ['server', listServerSentences()],
] as const

/** Spelled as in the contract or the wording. */
const specified = new Set([
  'Issue(s) already assigned',
  '“{shown}” could not be published: {reason}. All your comments are still pending.',
])

/** Each with the words to use instead. */
const wrong: readonly (readonly [RegExp, string])[] = [
  [/\b(?:e-mail|mails?\b(?! server))/i, 'email'],
  [/\b(?:some|any|every)body\b|\bnobody\b(?! account)|\bwhoever\b/i, 'someone, anyone, everyone, no one'],
  [/\bmay (?:not )?(?:see|read|know|use|do|create|comment|be chosen)\b/i, 'can'],
  [/\b(?:is|are) no (?!longer)/i, 'is not a'],
  [/\bany ?more\b/i, 'no longer'],
  [/\bcalled so\b|\bhas that name\b|\bhas these words\b/i, 'No matching ...'],
  [/\bas far as\b|\bas the \w+ has it\b/i, 'the condition itself'],
  [/\bthere is no way back\b|\bbrought back\b/i, 'This cannot be undone.'],
  [/\bcould not be (?:fetched|read|made|saved|loaded|changed|listed|uploaded|published|discarded)\b/i, 'Could not ...'],
  [/\bcheck the connection\b/i, 'Check your connection'],
  [/\bwith the role of\b/i, 'with at least the ... role'],
  [/\bpictures?\b/i, 'avatar, image'],
  [/\bunsent texts?\b/i, 'unsent draft'],
  [/\bwhite space\b/i, 'whitespace'],
  [/\b(?:un)?fold(?:ed)?\b(?!er)/i, 'expand, collapse'],
  [
    /\bturn round\b|\bwake up\b|\bput back\b|\btake back\b|\btake away\b|\bbring back\b/i,
    'the usual verb: reverse, restore, remove, unarchive',
  ],
  [/\bhear of\b|\btell me\b|\bis not told\b/i, 'notify'],
  [/\bstands? (?:here|there|on)\b|\bkept here\b|\bwaits? (?:here|there)\b/i, 'appears, is stored'],
  [/\bat once\b/i, 'immediately'],
  [/\bmake (?:a )?token\b/i, 'Create token'],
  [/\bgrey\b|colour|\bcancelled\b|\bbehaviour\b|\blicence\b/i, 'American spelling'],
  [/\(s\)/, 'both forms: 1 issue, 2 issues'],
  [/\d\}? \S+(?: \S+)? at most\b|\bat most\.$/, 'at most 20 ..., up to 20 ...'],
  [/\b(?:is|are) gone\b|\bgo with it\b/i, 'is deleted, no longer exists'],
  [/\bbroke(?:n)? off\b/i, 'was interrupted'],
  [/\btaken in\b|\btakes? in\b/i, 'imported, accepted'],
  [/\bis awaited\b|\bare awaited\b/i, 'is pending'],
  [/\bin vain\b|\bof (?:yours|theirs|ours)\b/i, 'the condition itself, your ...'],
  [/\bthis place\b|\bin a place\b/i, 'project, group, namespace'],
]

test.each(lists)('the sentences of the %s use the usual words', (_name, sentences) => {
  const faults = [...sentences].flatMap(([path, listed]) =>
    listed
      .filter(sentence => !specified.has(sentence))
      .flatMap(sentence =>
        wrong
          .filter(([words]) => words.test(withoutNames(sentence)))
          .map(([, better]) => `${path}: "${sentence}" -> ${better}`),
      ),
  )
  expect(faults).toEqual([])
})

test.each(lists)('docs/sentences lists the sentences of the %s; UPDATE_SENTENCES=1 rewrites it', (name, sentences) => {
  const file = join(import.meta.dirname, `../../docs/sentences/${name}.txt`)
  const text = [...sentences]
    .map(([path, listed]) => `${path}\n${listed.map(each => `  ${each}\n`).join('')}`)
    .join('\n')
  if (process.env.UPDATE_SENTENCES === '1') writeFileSync(file, text)
  const known = new Set(readFileSync(file, 'utf8').split('\n'))
  const added = text.split('\n').filter(line => !known.has(line))
  const how = 'run `UPDATE_SENTENCES=1 npx vitest run test/rules/english.test.ts`, read what it adds and commit it'
  expect(added, how).toEqual([])
  expect(text === readFileSync(file, 'utf8'), how).toBe(true)
})

/** The first word of a comment, or of a paragraph of one, is Of, What or the like. */
const fragment =
  /(?:\/\*\*?\s+(?:\*\s+)?|^\s*\*\n\s*\* |(?<!\/\/[^\n]*\n[ \t]*)\/\/ )(?:Of|What|Whoever|Somebody|Nobody|Everybody) [^\n]*/gm

const folders = ['contract', 'db', 'server', 'test', 'tools', 'web']

test.each(folders)('no comment of %s begins with "Of" or "What"', folder => {
  const root = join(import.meta.dirname, '../..')
  const faults = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).flatMap(path =>
    [...readFileSync(join(root, path), 'utf8').matchAll(fragment)].map(([comment]) => `${path}: ${comment.trim()}`),
  )
  const how =
    'begin with the noun: "The title of the squash commit", "The filters of a list"; or with a condition: "If several ..."'
  expect(faults, how).toEqual([])
})

/** A filled-in part is named as the code names it; addresses keep their names. */
const withoutNames = (sentence: string): string => sentence.replace(/\{[^}]*\}|\S*\/\S*/g, '')
