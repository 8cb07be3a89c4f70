import { openFilesLimit, socketsWithin } from '#server/platform/limits/open-files.ts'
import type { PortLimits } from '#server/platform/limits/port-sockets.ts'

/**
 * The time for work in progress when the server stops. An answer that is being computed needs some; process supervisors
 * wait longer.
 */
const drainMs = 20_000

/**
 * The limits of every port: together they leave enough open files for the database, git and uploads.
 *
 * @param openFiles  that this process can have
 */
export function portLimits(openFiles: number) {
  const sockets = socketsWithin(openFiles)
  const ssh = Math.min(1_000, Math.floor(sockets / 6))
  const smtp = Math.min(400, Math.floor(sockets / 10))
  const http = sockets - ssh - smtp
  const teamOf = (most: number) => Math.max(Math.floor(most / 4), Math.min(Math.floor(most / 2), 256))
  return {
    http: {
      most: http,
      mostOfNetwork: teamOf(http),
      // Browsers open connections in advance, so silence alone is no offense.
      mostSilent: Math.min(1_000, Math.floor(http / 2)),
      silentMs: 30_000,
      restMs: 72_000,
      drainMs,
    },
    ssh: {
      most: ssh,
      mostOfNetwork: teamOf(ssh),
      mostSilent: Math.floor(ssh / 2),
      silentMs: 10_000,
      restMs: 60_000,
      drainMs,
    },
    smtp: {
      most: smtp,
      mostOfNetwork: teamOf(smtp),
      // The greeting comes after a pause, so a good client is silent for longer than at other ports.
      mostSilent: Math.floor((smtp * 3) / 4),
      silentMs: 20_000,
      restMs: 60_000,
      drainMs,
    },
  } as const satisfies Readonly<Record<string, PortLimits>>
}

export const ports = portLimits(openFilesLimit())
