import { expect, test } from 'vitest'
import { filled, isBadgeAddress } from './address.ts'

test.each([
  ['https://ci.test/%{project_path}/badge.svg?b=%{default_branch}', true],
  ['http://ci.test', true],
  ['HTTPS://ci.test/x', true],
  ['javascript:alert(1)', false],
  ['data:image/svg+xml,x', false],
  ['//ci.test/x', false],
  ['%{project_path}', false],
  ['https://', false],
  ['https://ci.test/a b', false],
  ['', false],
])('%s as the address of a badge: %s', (address, expected) => {
  expect(isBadgeAddress(address)).toBe(expected)
})

test.each([
  ['https://ci.test/%{project_path}', 'https://ci.test/weft/loom'],
  ['https://ci.test/?t=%{project_title}', 'https://ci.test/?t=The%20%26%20loom'],
  ['https://ci.test/%{latest_tag}/%{nothing}', 'https://ci.test/%{latest_tag}/%{nothing}'],
])('%s becomes %s', (address, expected) => {
  expect(filled(address, { project_path: 'weft/loom', project_title: 'The & loom' })).toBe(expected)
})
