import type { PlanName } from '../config.js'

export interface Plan {
  requestsPerMinute: number
  requestsPerMonth: number
  downloadsPerMonth: number
}

/** The plans of the interface specification. The operator sets how many alerts each plan may have. */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { requestsPerMinute: 10, requestsPerMonth: 1_000, downloadsPerMonth: 20 },
  starter: { requestsPerMinute: 60, requestsPerMonth: 10_000, downloadsPerMonth: 1_000 },
  pro: { requestsPerMinute: 120, requestsPerMonth: 90_000, downloadsPerMonth: 5_000 },
}
