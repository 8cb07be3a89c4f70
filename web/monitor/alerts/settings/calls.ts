import { call } from '#web/api/client.ts'
import {
  createAlertIntegration,
  deleteAlertIntegration,
  getAlertSettingsPage,
  getAlertsPage,
  resetAlertIntegrationToken,
  sendTestAlert,
  updateAlertIntegration,
  updateAlertSettings,
} from '#web/api/operations.gen.ts'
import type { AlertSettingsPageData, IntegrationData } from '../shapes.ts'

/** The queries that a change of the settings makes stale. */
export const settingsReadings = [getAlertSettingsPage, getAlertsPage]

export const createIntegration = (namespace: string, given: Pick<IntegrationData, 'name' | 'type'>) =>
  call(createAlertIntegration, { namespace, ...given })

export const setActive = (namespace: string, integrationId: number, isActive: boolean) =>
  call(updateAlertIntegration, { namespace, integrationId, isActive })

export const resetToken = (namespace: string, integrationId: number) =>
  call(resetAlertIntegrationToken, { namespace, integrationId })

export const deleteIntegration = (namespace: string, integrationId: number) =>
  call(deleteAlertIntegration, { namespace, integrationId })

export const sendTest = (namespace: string, integrationId: number, payload: string) =>
  call(sendTestAlert, { namespace, integrationId, payload })

export const saveSettings = (namespace: string, change: Partial<AlertSettingsPageData['settings']>) =>
  call(updateAlertSettings, { namespace, ...change })
