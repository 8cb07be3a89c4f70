import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isSafeFilePath } from '../files/file-path.ts'
import { isSafeRefPath, validRefName } from './ref-name.ts'

const names = [
  ...[
    'main',
    'feature/a',
    'ünï/cödé',
    'a.b',
    'a..b',
    'a.lock',
    'a/b.lock/c',
    '.a',
    'a/.b',
    'a.',
    'a/',
    '/a',
    'a//b',
    'a b',
    'a~b',
    'a^b',
  ],
  ...[
    'a:b',
    'a?b',
    'a*b',
    'a[b',
    'a]b',
    'a\\b',
    'a@{b',
    '@',
    'a@b',
    '@a',
    'a\tb',
    'a\x7fb',
    'a\nb',
    '1',
    '-',
    '-a',
    'a/-b',
    'HEAD',
    '日本',
    '🎉',
  ],
  ...[
    'a'.repeat(40),
    '0'.repeat(40),
    'refs/heads/x',
    'a{b',
    'a..',
    '..',
    '.',
    '',
    'lock',
    'a.lockb',
    '{',
    '#1',
    '%',
    '"',
    "'",
    '<',
    '$',
    '&',
    'a,b',
  ],
]

test.each(names)('a ref name is safe exactly if git takes it: %j', name => {
  const { status } = spawnSync('git', ['check-ref-format', `refs/heads/${name}`])
  expect(isSafeRefPath(name)).toBe(status === 0)
})

test.each([
  ['main', true],
  ['2-suggested-name', true],
  ['a'.repeat(41), true],
  ['a'.repeat(40), false],
  ['A'.repeat(40), false],
  ['-a', false],
  ['HEAD', false],
  ['@', false],
  ['refs/heads/a', false],
  ['a'.repeat(300), false],
  ['\ud800', false],
])('a branch or tag may be called %j: %s', (name, isValid) => {
  expect(validRefName(name)).toBe(isValid)
})

test.each([
  ['a', true],
  ['a/b c/ü', true],
  ['.gitignore', true],
  ['.github/x', true],
  ['a.git/x', true],
  ['...', true],
  ['', false],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['./a', false],
  ['a/../b', false],
  ['.git', false],
  ['a/.GIT/config', false],
  ['.git./x', false],
  ['.git /x', false],
  ['.g\u200cit/x', false],
  ['git~1/x', false],
  ['.git:stream', false],
  ['.git\\x', false],
  ['a\0b', false],
  ['a'.repeat(256), false],
])('a file may be called %j: %s', (path, isSafe) => {
  expect(isSafeFilePath(path)).toBe(isSafe)
})
