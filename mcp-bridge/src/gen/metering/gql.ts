/* eslint-disable */
import * as types from './graphql.js';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "mutation report_usage($input: TransferReportUsageInput!) {\n  transferReportUsage(input: $input) {\n    ... on TransferReportUsageSuccess {\n      replayed\n      status\n      epoch\n      budget {\n        allocated\n        spent\n        held\n        late\n        remaining\n        worstCase\n        exhaustedAt\n      }\n      deadlines {\n        expiresAt\n        graceEndsAt\n        leaseExpiresAt\n      }\n    }\n    ... on Refusal {\n      code\n      message\n      retryable\n      replayed\n      ... on StateChanged {\n        currentStatus\n        availableActions {\n          action\n          resultsIn\n          irreversible\n          requires\n        }\n      }\n      ... on TransferTerminal {\n        currentStatus\n        recordedAsLate\n      }\n      ... on Fenced {\n        recordedAsLate\n      }\n      ... on InvalidInput {\n        issues {\n          path\n          code\n          message\n        }\n      }\n    }\n  }\n}": typeof types.Report_UsageDocument,
};
const documents: Documents = {
    "mutation report_usage($input: TransferReportUsageInput!) {\n  transferReportUsage(input: $input) {\n    ... on TransferReportUsageSuccess {\n      replayed\n      status\n      epoch\n      budget {\n        allocated\n        spent\n        held\n        late\n        remaining\n        worstCase\n        exhaustedAt\n      }\n      deadlines {\n        expiresAt\n        graceEndsAt\n        leaseExpiresAt\n      }\n    }\n    ... on Refusal {\n      code\n      message\n      retryable\n      replayed\n      ... on StateChanged {\n        currentStatus\n        availableActions {\n          action\n          resultsIn\n          irreversible\n          requires\n        }\n      }\n      ... on TransferTerminal {\n        currentStatus\n        recordedAsLate\n      }\n      ... on Fenced {\n        recordedAsLate\n      }\n      ... on InvalidInput {\n        issues {\n          path\n          code\n          message\n        }\n      }\n    }\n  }\n}": types.Report_UsageDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation report_usage($input: TransferReportUsageInput!) {\n  transferReportUsage(input: $input) {\n    ... on TransferReportUsageSuccess {\n      replayed\n      status\n      epoch\n      budget {\n        allocated\n        spent\n        held\n        late\n        remaining\n        worstCase\n        exhaustedAt\n      }\n      deadlines {\n        expiresAt\n        graceEndsAt\n        leaseExpiresAt\n      }\n    }\n    ... on Refusal {\n      code\n      message\n      retryable\n      replayed\n      ... on StateChanged {\n        currentStatus\n        availableActions {\n          action\n          resultsIn\n          irreversible\n          requires\n        }\n      }\n      ... on TransferTerminal {\n        currentStatus\n        recordedAsLate\n      }\n      ... on Fenced {\n        recordedAsLate\n      }\n      ... on InvalidInput {\n        issues {\n          path\n          code\n          message\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql.js').Report_UsageDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
