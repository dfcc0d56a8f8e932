"""Calls the demo with the clients that openapi-generator generates, and prints what it read as JSON."""

import datetime
import json
import sys
from uuid import UUID

from imports import import_all

facts = json.load(open(sys.argv[1]))
tenant = UUID(facts["metered"]["tenantId"])
modules = import_all("tessera_api") + import_all("tessera_admin_api")

import tessera_admin_api
import tessera_api

# The package's own name is that of a schema.
from tessera_admin_api.api_client import ApiClient as AdminApiClient

configuration = tessera_api.Configuration(host=facts["baseUrl"], api_key={"apiKey": facts["apiKey"]})
client = tessera_api.ApiClient(configuration)
entitlements = tessera_api.EntitlementsApi(client)
event = tessera_api.UsageEventsEventsInner(
    id="generated-3",
    tenantId=tenant,
    product="aqueduct",
    dimension="api-calls",
    occurredAt=datetime.datetime.now(datetime.timezone.utc),
    quantity=0.001,
)
question = tessera_api.AskEligibilityRequest(
    product="aqueduct", userObjectId=UUID("d0000000-0000-4000-8000-000000000001")
)
try:
    entitlements.read_entitlement("nothing", tenant)
    refused = None
except tessera_api.ApiException as error:
    refused = json.loads(error.body)["code"]

admin_configuration = tessera_admin_api.Configuration(
    host=facts["baseUrl"], access_token=facts["serviceAccountKey"]
)
admin = AdminApiClient(admin_configuration)
account = tessera_admin_api.ServiceAccountsApi(admin).read_calling_service_account()
products = tessera_admin_api.CatalogueApi(admin).list_products(account.workspace.workspace_id)

print(
    json.dumps(
        {
            "modules": modules,
            "products": [product.slug for product in tessera_api.CatalogueApi(client).list_products()],
            "status": entitlements.read_entitlement("aqueduct", tenant).status,
            "reason": entitlements.ask_eligibility(tenant, question).reason,
            "event": tessera_api.MeteredUsageApi(client)
            .send_usage_events(tessera_api.UsageEvents(events=[event]))
            .to_dict(),
            "refused": refused,
            "workspace": account.workspace.slug,
            "adminProducts": len(products.items),
        }
    )
)
