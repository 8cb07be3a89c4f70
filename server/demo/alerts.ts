import type { Static } from 'typebox'
import {
  createAlertIntegration,
  createIncidentOfAlert,
  sendTestAlert,
  updateAlertEntity,
} from '#contract/monitor/alerts/alert-pages.ts'
import type { DemoCaller } from './caller.ts'

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

/** An alert, with how often it was sent. */
interface DemoAlert {
  readonly payload: object
  readonly times: number
}

const alerts = (): readonly DemoAlert[] => [
  {
    payload: {
      title: 'Panel room is too warm',
      description: 'Above 38 °C for ten minutes. The panels throttle at 45 °C.',
      severity: 'high',
      service: 'Climate',
      monitoring_tool: 'Hall sensors',
      hosts: ['panel-east-1.loom.example', 'panel-east-2.loom.example'],
      gitlab_environment_name: 'east-hall',
      start_time: minutesAgo(52),
      reading: { celsius: 41.5, humidity_percent: 38, sensors: ['E3', 'E4'] },
      team: 'maintenance',
    },
    times: 6,
  },
  {
    payload: {
      title: 'Pick rate of loom 5 below target',
      description: '146 picks per minute over the last quarter of an hour. The target is 180.',
      severity: 'medium',
      service: 'Looms',
      monitoring_tool: 'Loom monitor',
      hosts: 'loom-5.loom.example',
      gitlab_environment_name: 'west-hall',
      start_time: minutesAgo(190),
      rate: { now: 146, target: 180 },
    },
    times: 2,
  },
  {
    payload: {
      title: 'Pattern store does not answer',
      description: 'GET /patterns timed out after 5 s.',
      severity: 'critical',
      service: 'Patterns',
      monitoring_tool: 'Uptime probe',
      hosts: ['patterns.loom.example'],
      gitlab_environment_name: 'production',
      start_time: minutesAgo(400),
      check: { url: 'https://patterns.loom.example/health', timeout_seconds: 5 },
    },
    times: 3,
  },
  {
    payload: {
      title: 'Firmware 4.2 reached all looms',
      severity: 'info',
      service: 'Firmware',
      monitoring_tool: 'Loom monitor',
      start_time: minutesAgo(1500),
    },
    times: 1,
  },
]

/** Alerts of every status, one of which became an incident. */
export async function makeAlerts(as: DemoCaller, namespace: string): Promise<void> {
  const probe = { namespace, name: 'Hall sensors', type: 'HTTP' } as const
  const { id } = (await as('mina', createAlertIntegration, probe)) as Static<typeof createAlertIntegration.reply>
  for (const { payload, times } of alerts())
    for (let sent = 0; sent < times; sent++)
      await as('mina', sendTestAlert, { namespace, integrationId: id, payload: JSON.stringify(payload) })
  await as('dan', createIncidentOfAlert, { namespace, iid: 1 })
  await as('dan', updateAlertEntity, { namespace, iid: 1, status: 'ACKNOWLEDGED' })
  await as('dan', updateAlertEntity, { namespace, iid: 3, status: 'RESOLVED' })
  await as('dan', updateAlertEntity, { namespace, iid: 4, status: 'IGNORED' })
}
