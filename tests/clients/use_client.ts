// Asks a running Web API by the types that are generated from its description.
// Usage: node use_client.js ADDRESS; .ci/clients generates them, checks this program and runs it.
import assert from "node:assert/strict";

import createClient from "openapi-fetch";

import type { components, paths } from "./api.js";

type SituationInput = components["schemas"]["SituationInput"];

const MONTH = "2014-05";
const address = process.argv[2];
const client = createClient<paths>({ baseUrl: address });

// A nine-person shop trains Ann.
function situation(fee: number): components["schemas"]["Situation"] {
  return {
    participants: {
      Ann: { tuition_fees: { [MONTH]: fee }, employer_contribution: { [MONTH]: null } },
    },
    employers: { shop: { participants: ["Ann"], employee_count: { [MONTH]: 9 } } },
  };
}

// What the types refuse before anything is sent.
export const misspelt: SituationInput = {
  // @ts-expect-error no variable has this name
  participants: { Ann: { tuition_fee: { [MONTH]: 3000 } } },
};
export const mistyped: SituationInput = {
  // @ts-expect-error an amount is a number
  participants: { Ann: { tuition_fees: { [MONTH]: "3000" } } },
};
export const elsewhere: SituationInput = {
  participants: {},
  // @ts-expect-error there is no such jurisdiction
  jurisdictions: { home: { participants: [], jurisdiction_code: { ETERNITY: "XX" } } },
};

// Thirds of 3,000, and nothing under the package.
const plan = await client.POST("/calculate", { body: situation(3000) });
assert.equal(plan.data?.participants.Ann?.employer_contribution?.[MONTH], 1000);

const carried = await client.POST("/calculate", {
  body: { scenario: "premiers_package", ...situation(3000) },
});
assert.equal(carried.data?.participants.Ann?.employer_contribution?.[MONTH], 0);

const kept = await client.POST("/calculate", { body: { receipt: true, ...situation(3000) } });
assert.equal(kept.data?.receipt?.scenario, "plan");

const refused = await client.POST("/calculate", { body: situation(-1) });
assert.equal(refused.response.status, 400);
assert.ok(refused.error && "errors" in refused.error);
const [fault] = refused.error.errors as components["schemas"]["Fault"][];
assert.equal(fault?.pointer, `/participants/Ann/tuition_fees/${MONTH}`);

const compared = await client.POST("/compare", {
  body: { situation: situation(3000), scenarios: ["plan", "premiers_package"] },
});
assert.deepEqual(compared.data?.results[0]?.values, { plan: 1000, "plan+premiers_package": 0 });

const table = await client.POST("/batch", {
  body: {
    period: MONTH,
    inputs: { tuition_fees: [3000, 18000, -1] },
    outputs: ["federal_contribution"],
  },
});
// The answer to a table in CSV would be text.
assert.ok(typeof table.data === "object");
assert.deepEqual(table.data.outputs.federal_contribution, [1000, 5000, null]);
assert.deepEqual(table.data.errors.map((error) => error.row), [2]);

const variable = await client.GET("/variable/{variableID}", {
  params: { path: { variableID: "federal_contribution" } },
});
assert.equal(variable.data?.valueType, "Float");

console.log(`the TypeScript client gets right answers from ${address}`);
