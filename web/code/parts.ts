import { threadCode } from '#web/discuss/thread-code.ts'
import { threadCodeParts } from './diff-notes/parts.ts'

threadCode.parts = threadCodeParts
