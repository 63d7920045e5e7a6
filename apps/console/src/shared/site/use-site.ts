import { useQuery } from '@tanstack/react-query'
import { readStored, writeStored } from '@weft/ui'

/** Who runs the service: settings of the server, never code. */
export interface Site {
  product: string
  company: string
  /** ICP 备案号. */
  icp: string
  /** 公安备案号. */
  police: string
  phone: string
  logo_url: string
}

const empty: Site = { product: '', company: '', icp: '', police: '', phone: '', logo_url: '' }
const KEPT = 'site'

function siteOf(json: unknown): Site {
  const given = (json ?? {}) as Record<string, unknown>
  const text = (key: keyof Site) => (typeof given[key] === 'string' ? given[key] : '')
  return {
    product: text('product'),
    company: text('company'),
    icp: text('icp'),
    police: text('police'),
    phone: text('phone'),
    logo_url: text('logo_url'),
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
  const response = await fetch('/site.json')
  const site = siteOf(await response.json())
  writeStored(KEPT, JSON.stringify(site))
  return site
}

/** The service's names and numbers; the last known ones, or empty, until the answer comes. */
export function useSite(): Site {
  const { data } = useQuery({ queryKey: ['/site.json'], queryFn: fetchSite, staleTime: Infinity, retry: false, placeholderData: kept })
  return data ?? empty
}
