import type { ClientSystem } from '@weft/contract'

/** The properties by which a browser identifies its device. */
export type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Returns the system of a device, or undefined if no client fits. An iPad claims to be a Mac, but a Mac has no touch. */
export function detectedSystem({ userAgent, maxTouchPoints }: Device): ClientSystem | undefined {
  if (/OpenHarmony|CrOS|Windows Phone|SmartTV|Tizen/i.test(userAgent)) return undefined
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh|Mac OS X/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'macos'
  if (/Android/i.test(userAgent)) return 'android'
  if (/Windows NT/.test(userAgent)) return 'windows'
  return /Linux|X11/.test(userAgent) ? 'linux' : undefined
}
