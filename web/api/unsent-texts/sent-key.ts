import { fingerprint } from '../fingerprint.ts'
import { device } from './kept-rows.ts'

/**
 * The key under which the words of a box are sent: the server writes what comes twice under one key once. It follows from the draft,
 * so that it is the same after a failure or a reload, and in two tabs that send the draft at the same instant. A draft that was
 * refused is written anew (`setText`) to be sent under another key, since the server may have stored the refusal.
 *
 * @param keptAt  `KeptText.at` of the box
 */
export const keyFor = (place: string, words: string, keptAt: number | null): string =>
  `${device}-${fingerprint(`${place} ${words}`)}-${keptAt ?? Math.random()}`
