import { expect, test } from 'vitest'
import { homeOf } from './submodule.ts'

const [one, two] = ['1'.repeat(40), '2'.repeat(40)]

test.each([
  ['../warp.git', '/weft/warp', `/weft/warp/-/tree/${one}`, `/weft/warp/-/compare/${one}...${two}`],
  ['../../dye/vat', '/dye/vat', `/dye/vat/-/tree/${one}`, `/dye/vat/-/compare/${one}...${two}`],
  [
    'https://github.com/octo/cat.git',
    'https://github.com/octo/cat',
    `https://github.com/octo/cat/tree/${one}`,
    `https://github.com/octo/cat/compare/${one}...${two}`,
  ],
  [
    'git@gitlab.com:a/b.git',
    'https://gitlab.com/a/b',
    `https://gitlab.com/a/b/-/tree/${one}`,
    `https://gitlab.com/a/b/-/compare/${one}...${two}`,
  ],
  ['https://ann:secret@git.loom.test/x.git?a#b', 'https://git.loom.test/x', undefined, undefined],
])('DIFF-003 DIFF-051 a submodule at %s has its home at %s', (address, url, tree, compare) => {
  const home = homeOf(address, 'weft/loom')
  expect([home?.url, home?.tree?.(one), home?.compare?.(one, two)]).toEqual([url, tree, compare])
})

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ssh://git@loom.test/a.git',
  '../../../../etc',
  '../..',
  '../<script>',
  '../%2e%2e/x',
  '--upload-pack=x',
  'https://',
  '',
])('DIFF-003 a submodule at "%s" has no link', address => {
  expect(homeOf(address, 'weft/loom')).toBeNull()
})
