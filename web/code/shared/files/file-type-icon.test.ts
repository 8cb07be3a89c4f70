import {
  BookIcon,
  ContainerIcon,
  FileCodeIcon,
  FileIcon,
  FileZipIcon,
  LockIcon,
  MarkdownIcon,
} from '@primer/octicons-react'
import { expect, test } from 'vitest'
import { iconOf } from './FileTypeIcon.tsx'

test.each([
  ['src/loom.ts', FileCodeIcon],
  ['docs/warp.md', MarkdownIcon],
  ['README.md', BookIcon],
  ['Dockerfile', ContainerIcon],
  ['package-lock.json', LockIcon],
  ['cloth.tar.gz', FileZipIcon],
  ['weave.unknown', FileIcon],
])('DIFF-048 %s has an icon of its kind', (path, icon) => {
  expect(iconOf(path)).toBe(icon)
})
