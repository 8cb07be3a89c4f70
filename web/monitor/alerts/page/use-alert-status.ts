import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '../messages.ts'
import { saveAlert } from './alert-kind.ts'

/** Saves the status of an alert. */
export const useAlertStatus = () =>
  useSave({
    save: (target, next: AlertStatus, carried) => saveAlert(target, { status: next }, carried),
    failure: messages.status,
  })
