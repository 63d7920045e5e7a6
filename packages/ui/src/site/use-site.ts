import { useQuery } from '@tanstack/react-query'
import { type Channel, channels } from '@weft/contract'
import { readStored, writeStored } from '../store/stored.ts'

/** The company that runs the service: settings of the server, never code. */
export interface Site {
  product: string
  company: string
  /** ICP 备案号. */
  icp: string
  /** 公安备案号. */
  police: string
  phone: string
  logo_url: string
  /** The channels by which codes can be sent here; both if the server does not name any. */
  channels: readonly Channel[]
}

const empty: Site = { product: '', company: '', icp: '', police: '', phone: '', logo_url: '', channels }
const KEPT = 'site'
/** The first part of the query's key. */
export const SITE_KEY = '/site.json'

function siteOf(json: unknown): Site {
  const given = (json ?? {}) as Record<string, unknown>
  const text = (key: Exclude<keyof Site, 'channels'>) => (typeof given[key] === 'string' ? given[key] : '')
  return {
    product: text('product'),
    company: text('company'),
    icp: text('icp'),
    police: text('police'),
    phone: text('phone'),
    logo_url: text('logo_url'),
    channels: Array.isArray(given.channels) ? channels.filter((channel) => (given.channels as unknown[]).includes(channel)) : channels,
  }
}

function kept(): Site | undefined {
  const text = readStored(KEPT)
  try {
    return text === undefined ? undefined : siteOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

async function fetchSite(): Promise<Site> {
  const response = await fetch(SITE_KEY)
  const site = siteOf(await response.json())
  writeStored(KEPT, JSON.stringify(site))
  return site
}

/** Returns the service's names and numbers; the last known ones, or empty ones, until the answer comes. */
export function useSite(): Site {
  const { data } = useQuery({ queryKey: [SITE_KEY], queryFn: fetchSite, staleTime: Infinity, retry: false, placeholderData: kept })
  return data ?? empty
}
