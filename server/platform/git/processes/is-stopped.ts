import { readFileSync } from 'node:fs'

/** Whether a process got SIGSTOP and no SIGCONT since; where the system does not tell (no `/proc`), false. */
export function isStopped(pid: number): boolean {
  try {
    return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
