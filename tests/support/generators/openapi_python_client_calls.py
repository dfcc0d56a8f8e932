"""Calls the demo with the clients that openapi-python-client generates, and prints what it read as JSON."""

import datetime
import json
import sys
from uuid import UUID

from imports import import_all

facts = json.load(open(sys.argv[1]))
tenant = UUID(facts["metered"]["tenantId"])
modules = import_all("tessera_client") + import_all("tessera_administration_client")

from tessera_client import AuthenticatedClient
from tessera_client.api.catalogue import list_products
from tessera_client.api.entitlements import ask_eligibility, read_entitlement
from tessera_client.api.metered_usage import send_usage_events
from tessera_client.models import (
    AskEligibilityBody,
    UsageCloudEvent,
    UsageCloudEventData,
    UsageCloudEventSpecversion,
    UsageEvents,
    UsageEventsEventsItem,
)
from tessera_administration_client import AuthenticatedClient as AdminClient
from tessera_administration_client.api.catalogue import list_products as list_admin_products
from tessera_administration_client.api.service_accounts import read_calling_service_account

now = datetime.datetime.now(datetime.timezone.utc)
api = AuthenticatedClient(facts["baseUrl"], facts["apiKey"], prefix="", auth_header_name="X-Api-Key")
event = UsageEventsEventsItem(
    id="generated-1", tenant_id=tenant, product="aqueduct", dimension="api-calls", occurred_at=now, quantity=0.001
)
cloud_event = UsageCloudEvent(
    specversion=UsageCloudEventSpecversion.VALUE_0,
    type_="com.example.usage",
    id="generated-2",
    source="generated",
    subject=tenant,
    time=now,
    data=UsageCloudEventData(product="aqueduct", dimension="api-calls", quantity=0.001),
)
question = AskEligibilityBody(product="aqueduct", user_object_id=UUID("d0000000-0000-4000-8000-000000000001"))

admin = AdminClient(facts["baseUrl"], facts["serviceAccountKey"])
account = read_calling_service_account.sync(client=admin)
products = list_admin_products.sync(account.workspace.workspace_id, client=admin)

print(
    json.dumps(
        {
            "modules": modules,
            "products": [product.slug for product in list_products.sync(client=api)],
            "status": read_entitlement.sync(tenant, client=api, product="aqueduct").status,
            "reason": ask_eligibility.sync(tenant, client=api, body=question).reason,
            "event": send_usage_events.sync(client=api, body=UsageEvents([event])).to_dict(),
            "cloudEvent": send_usage_events.sync(client=api, body=cloud_event).to_dict(),
            "refused": read_entitlement.sync(tenant, client=api, product="nothing").code,
            "workspace": account.workspace.slug,
            "adminProducts": len(products.items),
        }
    )
)
