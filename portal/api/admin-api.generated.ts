// Written by `npm run generate` from the document of the admin API.

export interface paths {
    "/api/admin/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in with the account at work
         * @description For browsers: leads to the identity provider and back, then to `returnTo`.
         */
        get: operations["signIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/sign-in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in by a link that works once
         * @description For browsers. The demo prints such a link when it starts.
         */
        get: operations["signInByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and where they may do what */
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session
         * @description Or, with `everywhere`, every session of the person, on whatever machine.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List members and invitations */
        get: operations["listMembers"];
        put?: never;
        /**
         * Invite somebody
         * @description They are a member as soon as they sign in with the account of that address: when `tenantId` is given, one of that tenant whose user name or e-mail address it is; else one whose user name it is.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One member or invitation */
        get: operations["readMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member, or take an invitation back
         * @description Their sessions end at once. The last administrator stays.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description It holds from their next request on. The last administrator stays one.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what
         * @description The changes that members and commands have made, the newest first.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workspace's settings */
        get: operations["readSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description What is left out stays.
         */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The inbox */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/notices/{noticeId}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notice as done
         * @description Of several who do, the first is remembered.
         */
        post: operations["markNoticeDone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List subscriptions */
        get: operations["listSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One subscription, with its history */
        get: operations["readSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change where a subscription stands
         * @description One of its `allowedMoves`. What was bought on the marketplace is changed there, and followed here.
         */
        post: operations["moveSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find customers */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One customer tenant
         * @description Its subscriptions are at `/subscriptions?tenantId=…`.
         */
        get: operations["readCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of a customer tenant */
        get: operations["listCustomerMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/usage-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List usage reports */
        get: operations["listUsageReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API clients */
        get: operations["listApiClients"];
        put?: never;
        /** Register an API client */
        post: operations["registerApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One API client */
        get: operations["readApiClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an API client
         * @description What is left out stays. It holds from the next request of the client on.
         */
        patch: operations["changeApiClient"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable an API client
         * @description Its credentials work again.
         */
        post: operations["enableApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable an API client
         * @description All of its credentials are turned away, within a second, until it is enabled again.
         */
        post: operations["disableApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of an API client */
        get: operations["listApiKeys"];
        put?: never;
        /** Issue a key */
        post: operations["issueApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key by another one
         * @description The old one lives on for the overlap, so that a deployment can change over.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a key at once and for good */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}/application-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the identity-provider applications of an API client */
        get: operations["listApplicationCredentials"];
        put?: never;
        /**
         * Add an identity-provider application
         * @description It can call once it has proven itself: with a token of its own it sends the challenge to `POST /api/v1/client-credentials/verify`, within 24 hours.
         */
        post: operations["addApplicationCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook endpoints */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description It hears of what happens from now on. Unless told, of every type and every product.
         */
        post: operations["addWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook endpoint */
        get: operations["readWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description What waits for it is cancelled. What became of its deliveries can still be read.
         */
        delete: operations["removeWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description What is left out stays. What waits to be delivered goes to the new address.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint
         * @description It hears of what happens from now on; replay what it has missed.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint
         * @description It hears of nothing, and what waits for it is cancelled, until it is enabled again.
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description A second rotation within the overlap ends the oldest secret at once.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description `webhook.test`, to this endpoint alone, whatever its filter says.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What endpoints can hear of */
        get: operations["listWebhookEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of deliveries
         * @description To all endpoints of the workspace, removed ones included.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery, with what was sent and every try */
        get: operations["readWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/deliveries/{eventId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one delivery once more
         * @description Under the same id, whatever became of it. One that is on its way is let go on.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints/{endpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the deliveries of a time range once more
         * @description Under the same ids, the oldest first, a thousand a call. Call again with `next` as `after` until it is null.
         */
        post: operations["replayWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List products */
        get: operations["listProducts"];
        put?: never;
        /**
         * Make a product
         * @description It is a draft, without editions and plans: nobody else sees it before it is published.
         */
        post: operations["addProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One product: editions, plans, capabilities, limits, mappings */
        get: operations["readProduct"];
        put?: never;
        post?: never;
        /**
         * Remove a draft
         * @description With all that is in it. What was published can only be archived.
         */
        delete: operations["removeProduct"];
        options?: never;
        head?: never;
        /**
         * Change a product
         * @description What is left out stays. Another name is another answer for every tenant that has bought it: they are told.
         */
        patch: operations["changeProduct"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a product
         * @description The catalogue shows it from now on, with its published plans.
         */
        post: operations["publishProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a product
         * @description The catalogue does not show it any more, for good. Whoever has bought it keeps it.
         */
        post: operations["archiveProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an edition
         * @description Without a rank it is the highest.
         */
        post: operations["addEdition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions/{edition}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an edition that has no plans */
        delete: operations["removeEdition"];
        options?: never;
        head?: never;
        /**
         * Change an edition
         * @description What is left out stays. Tenants who hold a plan of it are told.
         */
        patch: operations["changeEdition"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/edition-order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put the editions in another order
         * @description The ranks that there are go to the editions in the order given, the lowest first.
         */
        put: operations["orderEditions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a plan
         * @description It is a draft: it is neither shown nor sold before it is published.
         */
        post: operations["addPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a draft of a plan
         * @description What was published can only be archived.
         */
        delete: operations["removePlan"];
        options?: never;
        head?: never;
        /**
         * Change a plan
         * @description What is left out stays; capabilities and limits are replaced as a whole. It holds at once for everybody who has the plan, and those whose answer is another are told.
         */
        patch: operations["changePlan"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a plan
         * @description It is shown and sold from now on.
         */
        post: operations["publishPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a plan
         * @description The catalogue does not show it any more, for good. Whoever has it keeps it.
         */
        post: operations["archivePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a change of a product would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewProductChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/editions/{edition}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a change of an edition would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewEditionChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/products/{product}/plans/{plan}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a change of a plan would do
         * @description The body says what would be changed, as for the change itself; `status` is that after publishing or archiving. Counted by the very decision that answers the API. Nothing is changed.
         */
        post: operations["previewPlanChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List categories */
        get: operations["listCategories"];
        put?: never;
        /** Add a category */
        post: operations["addCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/categories/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a category that has no products */
        delete: operations["removeCategory"];
        options?: never;
        head?: never;
        /** Rename a category */
        patch: operations["renameCategory"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/plan-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List which plans are sold under which name */
        get: operations["listPlanMappings"];
        put?: never;
        /**
         * Map a plan to an offer and plan of a marketplace
         * @description A purchase that names them leads to the plan, once it is published. One name leads to one plan only. The billing model is that of the plan.
         */
        post: operations["addPlanMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/plan-mappings/{mappingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One mapping */
        get: operations["readPlanMapping"];
        put?: never;
        post?: never;
        /**
         * Remove a mapping
         * @description Purchases that name it lead nowhere from now on; those that were made stay.
         */
        delete: operations["removePlanMapping"];
        options?: never;
        head?: never;
        /**
         * Change a mapping
         * @description What is left out stays; dimensions are replaced as a whole. `plan` is one of the same product.
         */
        patch: operations["changePlanMapping"];
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalogue as one YAML file
         * @description The same catalogue is always the same text.
         */
        get: operations["exportCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a file would change
         * @description Nothing is changed. The `ETag` is what the plan is based on: send it as `If-Match` to apply the file.
         */
        post: operations["planCatalogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whose answers a file would change */
        post: operations["previewCatalogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/v1/workspaces/{workspaceId}/catalogue/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the catalogue what a file says
         * @description All of it or nothing, and only if nobody has changed the catalogue since the plan. Of what the file leaves out, drafts are removed and the rest is archived.
         */
        post: operations["applyCatalogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /**
             * Format: uri
             * @description The code's entry on the service's error page.
             */
            type: string;
            title: string;
            status: number;
            /** @description What to react to; stable. */
            code: string;
            /** @description For people; not to be parsed. */
            detail: string;
            /** @description Facts that belong to the code. */
            args: {
                [key: string]: unknown;
            };
            /** @description Also in `X-Request-Id`. */
            requestId: string;
        };
        ApiClient: {
            /** Format: uuid */
            apiClientId: string;
            name: string;
            scopes: ("entitlements:read" | "catalogue:read" | "usage:write")[];
            /** @description Slugs of the products it may ask about; null is all, also those to come. */
            products: string[] | null;
            /** @description From 60 to the quota of the workspace's partner plan; null is the plan's default. */
            rateLimitPerMinute: number | null;
            /** @description Requests a minute, set or by default. */
            effectiveRateLimit: number;
            /** @description The most that can be set. */
            rateLimitQuota: number;
            enabled: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        Member: {
            /** Format: uuid */
            memberId: string;
            /** @description As invited. */
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
            /** @enum {string} */
            status: "Invited" | "Joined";
            /**
             * Format: uuid
             * @description Of an invited one: the only tenant from which the invitation is taken.
             */
            tenantId: string | null;
            /** Format: uuid */
            objectId: string | null;
            /** Format: date-time */
            invitedAt: string;
            /** Format: date-time */
            joinedAt: string | null;
        };
        AuditEntry: {
            /** Format: uuid */
            entryId: string;
            /** Format: date-time */
            recordedAt: string;
            actor: {
                /** @enum {string} */
                kind: "Member" | "Command";
                id: string;
                /** @description As it was then. */
                name: string;
                address: string | null;
            };
            /** @enum {string} */
            action: "workspace.created" | "workspace.settings_changed" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.revoked" | "application_credential.added" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "subscription.moved" | "notice.done" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
            subject: {
                /** @enum {string} */
                kind: "Workspace" | "Member" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "Subscription" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                id: string;
            };
            /** @description What was changed, as it was; null when it is new. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The same, as it is from then on; null when it is gone. */
            after: {
                [key: string]: unknown;
            } | null;
        };
        WorkspaceSettings: {
            /** Format: uuid */
            workspaceId: string;
            slug: string;
            /** @enum {string} */
            partnerPlan: "Starter" | "Growth" | "Scale";
            name: string;
            /** @description For how long a new usage report can be replaced before it is sent. */
            usageHoldMinutes: number;
            /** @description Whom notices are mailed to; none: they stay in the inbox. */
            supportAddresses: string[];
        };
        Notice: {
            /** Format: uuid */
            noticeId: string;
            /** @enum {string} */
            kind: "UsageRejected" | "UsageExpired" | "UsageQuantityMismatch" | "UsageExpiring" | "UsageDrift" | "WebhookEndpointDisabled" | "MarketplaceCallNotApplied" | "MarketplaceRepaired" | "MarketplaceNotRepaired" | "MarketplaceSecretEnding" | "SeatsExceedQuantity" | "PurchaseNotActivated";
            title: string;
            /** @description What happened. */
            text: string;
            whatToDo: string;
            facts: {
                [key: string]: string | number;
            };
            /** Format: date-time */
            raisedAt: string;
            /** Format: date-time */
            mailedAt: string | null;
            done: {
                /** Format: date-time */
                at: string;
                by: string;
            } | null;
        };
        Subscription: {
            /** Format: uuid */
            subscriptionId: string;
            /** Format: uuid */
            tenantId: string;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            product: {
                slug: string;
                name: string;
            };
            plan: {
                slug: string;
                name: string;
            };
            /** @enum {string} */
            source: "Marketplace" | "Direct" | "Reseller";
            marketplaceSubscriptionId: string | null;
            /** @enum {string} */
            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
            quantity: number | null;
            isTrial: boolean;
            /** Format: date-time */
            trialEndsAt: string | null;
            /** Format: date-time */
            validUntil: string | null;
            renewsItself: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            activatedAt: string | null;
            /** Format: date-time */
            suspendedAt: string | null;
            /** Format: date-time */
            cancelledAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /** Format: date-time */
            changedAt: string;
            /** @description What people may do to it now. Nothing to one of the marketplace’s: that is changed there. */
            allowedMoves: ("activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd")[];
        };
        SubscriptionDetail: {
            /** Format: uuid */
            subscriptionId: string;
            /** Format: uuid */
            tenantId: string;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            product: {
                slug: string;
                name: string;
            };
            plan: {
                slug: string;
                name: string;
            };
            /** @enum {string} */
            source: "Marketplace" | "Direct" | "Reseller";
            marketplaceSubscriptionId: string | null;
            /** @enum {string} */
            status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
            quantity: number | null;
            isTrial: boolean;
            /** Format: date-time */
            trialEndsAt: string | null;
            /** Format: date-time */
            validUntil: string | null;
            renewsItself: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            activatedAt: string | null;
            /** Format: date-time */
            suspendedAt: string | null;
            /** Format: date-time */
            cancelledAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /** Format: date-time */
            changedAt: string;
            /** @description What people may do to it now. Nothing to one of the marketplace’s: that is changed there. */
            allowedMoves: ("activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd")[];
            /** @description Every step, the newest first, with how it stood from then on. */
            history: {
                revision: number;
                /** Format: date-time */
                recordedAt: string;
                move: string;
                actor: string;
                reason: string | null;
                /** @enum {string} */
                status: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                /** @description Its slug. */
                plan: string;
                quantity: number | null;
                /** Format: date-time */
                validUntil: string | null;
            }[];
        };
        Customer: {
            /** Format: uuid */
            tenantId: string;
            organisation: {
                /** Format: uuid */
                organisationId: string;
                name: string;
            } | null;
            subscriptionCount: number;
            memberCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        CustomerMember: {
            /** Format: uuid */
            memberId: string;
            /** Format: uuid */
            objectId: string;
            email: string | null;
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        UsageReport: {
            /** Format: uuid */
            reportId: string;
            /** Format: uuid */
            subscriptionId: string;
            /** @description The organisation's name, or else the tenant's id. */
            customer: string;
            product: string;
            dimension: string;
            /** Format: date-time */
            hour: string;
            quantity: number;
            /** @enum {string} */
            status: "Pending" | "Accepted" | "QuantityMismatch" | "Rejected" | "Expired" | "Skipped";
            /** @description No sender has taken it: another quantity would replace it. */
            isReplaceable: boolean;
            /** Format: date-time */
            firstRecordedAt: string;
            /**
             * Format: date-time
             * @description When its hold is over, later when the next try is.
             */
            dueAt: string;
            /**
             * Format: date-time
             * @description The marketplace takes it until then.
             */
            expiresAt: string;
            tries: number;
            reason: {
                code: string;
                detail: string;
            } | null;
            /** Format: date-time */
            decidedAt: string | null;
            marketplaceSubscriptionId: string;
        };
        ApiKey: {
            /** @description The readable part of the key. */
            keyId: string;
            /** @enum {string} */
            status: "Active" | "Expired" | "Revoked";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        ApplicationCredential: {
            /** Format: uuid */
            credentialId: string;
            /** Format: uuid */
            applicationId: string;
            /** Format: uuid */
            tenantId: string;
            /** @enum {string} */
            status: "PendingVerification" | "Active";
            /** Format: date-time */
            challengeExpiresAt: string;
            /** @description Ten void the challenge. */
            wrongTries: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            verifiedAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        WebhookEndpoint: {
            /** Format: uuid */
            endpointId: string;
            /** @description Begins with `https://`, and leads to the public internet. */
            url: string;
            description: string;
            /** @description Types, and groups of them such as `subscription.*`; null is all, also those to come. */
            eventTypes: ("subscription.*" | "entitlement.*" | "seat.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released")[] | null;
            /** @description Slugs of the products it hears of; null is all, also those to come. */
            products: string[] | null;
            /** @description Deliveries a minute at most; null is as many as it takes. */
            rateLimitPerMinute: number | null;
            headerNames: string[];
            enabled: boolean;
            /** @description Why, and since when: by somebody here, by its answer 410, or after five days of failure. */
            disabled: {
                /** @enum {string} */
                reason: "ByPartner" | "Gone" | "Failing";
                /** Format: date-time */
                at: string;
            } | null;
            /**
             * Format: date-time
             * @description Since when every try has failed.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs too.
             */
            previousSecretEndsAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        WebhookDelivery: {
            /** Format: uuid */
            endpointId: string;
            /**
             * Format: uuid
             * @description Is sent as `webhook-id`.
             */
            eventId: string;
            /** @enum {string} */
            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
            /** Format: date-time */
            occurredAt: string;
            /** Format: uuid */
            tenantId: string | null;
            /** @enum {string} */
            outcome: "Pending" | "Delivered" | "Failed" | "Cancelled";
            /**
             * Format: date-time
             * @description Null once it is decided.
             */
            nextTryAt: string | null;
            tries: number;
            /** @description The last one that is still known. */
            lastTry: {
                /** Format: date-time */
                at: string;
                /** @description Of the answer; null when there was none. */
                status: number | null;
                error: string | null;
            } | null;
        };
        WebhookDeliveryDetails: {
            /** Format: uuid */
            endpointId: string;
            /**
             * Format: uuid
             * @description Is sent as `webhook-id`.
             */
            eventId: string;
            /** @enum {string} */
            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
            /** Format: date-time */
            occurredAt: string;
            /** Format: uuid */
            tenantId: string | null;
            /** @enum {string} */
            outcome: "Pending" | "Delivered" | "Failed" | "Cancelled";
            /**
             * Format: date-time
             * @description Null once it is decided.
             */
            nextTryAt: string | null;
            tries: number;
            /** @description What is sent, to the byte, at every try. */
            body: string;
            /** @description The tries of the last 30 days, the newest first. */
            attempts: {
                /** @description Counts the tries; some may be missing. */
                attempt: number;
                /** Format: date-time */
                at: string;
                /** @description Of the answer; null when there was none. */
                status: number | null;
                durationMilliseconds: number;
                /** @description The first 1 KiB of it. */
                answer: string | null;
                /** @description Why there was no answer. */
                error: string | null;
            }[];
        };
        Product: {
            /** Format: uuid */
            productId: string;
            slug: string;
            /** @description For display. */
            name: string;
            types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
            categories: {
                slug: string;
                name: string;
            }[];
            /** @description Where its customers go once they have bought it; null when there is no one place. */
            applicationUrl: string | null;
            /** @enum {string} */
            status: "Draft" | "Published" | "Archived";
            /** @description Lowest rank first. */
            editions: {
                slug: string;
                name: string;
                /** @description Of several editions that a tenant holds the highest counts. */
                rank: number;
            }[];
            /** @description Of every status, in the order of their editions' ranks, then by slug. */
            plans: {
                slug: string;
                /** @enum {string} */
                status: "Draft" | "Published" | "Archived";
                /** @description For display. */
                name: string;
                /** @description The slug of its edition. */
                edition: string;
                /** @enum {string} */
                licenceModel: "TenantWide" | "Seats" | "IdpManaged";
                /** @enum {string} */
                billingModel: "FlatRate" | "PerUser";
                /** @description All of them. */
                capabilities: {
                    [key: string]: boolean;
                };
                /** @description All of them. */
                limits: {
                    [key: string]: number;
                };
                /** @description The identity provider's name for the plan; null when its licences are not managed there. */
                serviceIdentifier: string | null;
                marketplace: {
                    /** Format: uuid */
                    mappingId: string;
                    /** @description Which marketplace: the name of its connection. */
                    sourceName: string;
                    offerId: string;
                    /** @description What the marketplace calls the plan. */
                    planId: string;
                    /** @description Custom meters; only of flat-rate plans. */
                    dimensions: {
                        id: string;
                        /** @description For display. */
                        name: string;
                        unit: string;
                    }[];
                }[];
            }[];
            /** @description Those that any plan names, by name. */
            capabilities: string[];
            /** @description Those that any plan names, by name. */
            limits: string[];
            /** Format: date-time */
            createdAt: string;
        };
        ProductSummary: {
            /** Format: uuid */
            productId: string;
            slug: string;
            name: string;
            /** @enum {string} */
            status: "Draft" | "Published" | "Archived";
            types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
            categories: {
                slug: string;
                name: string;
            }[];
            /** @description How many it has. */
            editions: number;
            /** @description How many it has of each status. */
            plans: {
                Draft: number;
                Published: number;
                Archived: number;
            };
            /** Format: date-time */
            createdAt: string;
        };
        CatalogueChange: {
            /** @enum {string} */
            action: "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
            subject: {
                /** @enum {string} */
                kind: "Workspace" | "Member" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "Subscription" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                /** @description A slug, below a product `product/plan` or `product/edition`. */
                id: string;
            };
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
        };
        CatalogueImpact: {
            /** @description What would be changed. */
            changes: components["schemas"]["CatalogueChange"][];
            /** @description An answer is what one tenant is told of one product. */
            answers: {
                compared: number;
                changed: number;
            };
            /** @description False when there were more answers than one preview compares. */
            isComplete: boolean;
            /** @description In how many answers it would be on, or not be on any more. */
            capabilities: {
                capability: string;
                gained: number;
                lost: number;
            }[];
            /** @description Limits are read of the plan; they are no part of an answer. */
            limits: {
                product: string;
                plan: string;
                limit: string;
                before: number | null;
                after: number | null;
                /** @description How many have the plan in force. */
                tenants: number;
            }[];
            /** @description In how many answers each member would be another. */
            members: {
                member: string;
                answers: number;
            }[];
            /** @description The first 20. */
            examples: {
                product: string;
                /** Format: uuid */
                tenantId: string;
                members: string[];
                gained: string[];
                lost: string[];
            }[];
        };
        Category: {
            slug: string;
            name: string;
        };
        PlanMapping: {
            /** Format: uuid */
            mappingId: string;
            /** @description The slug of its product. */
            product: string;
            productName: string;
            /** @description The slug of the plan that it leads to. */
            plan: string;
            planName: string;
            /** @enum {string} */
            planStatus: "Draft" | "Published" | "Archived";
            /** @enum {string} */
            billingModel: "FlatRate" | "PerUser";
            /** @description Which marketplace: the name of its connection. */
            sourceName: string;
            offerId: string;
            /** @description What the marketplace calls the plan. */
            planId: string;
            /** @description Custom meters; only of flat-rate plans. */
            dimensions: {
                id: string;
                /** @description For display. */
                name: string;
                unit: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: {
                /** @description An address within this service. */
                returnTo?: string;
                loginHint?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the identity provider. */
            303: {
                headers: {
                    /** @description Where the browser goes on. */
                    Location?: unknown;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `request.cross_site`: The request does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    signInByLink: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in. */
            303: {
                headers: {
                    /** @description Where the browser goes on. */
                    Location?: unknown;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `request.cross_site`: The request does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person and their workspaces. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string | null;
                        email: string;
                        session: {
                            /** Format: date-time */
                            startedAt: string;
                            /**
                             * Format: date-time
                             * @description Unless there is another request before.
                             */
                            endsAt: string;
                        };
                        workspaces: {
                            /** Format: uuid */
                            workspaceId: string;
                            slug: string;
                            name: string;
                            /** Format: uuid */
                            memberId: string;
                            /** @enum {string} */
                            role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                            permissions: ("read" | "change:members" | "change:settings" | "change:apiClients" | "change:webhooks" | "change:catalogue" | "change:customers" | "change:subscriptions" | "change:usage" | "change:inbox")[];
                        }[];
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `request.cross_site`: The request does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: {
                everywhere?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `request.cross_site`: The request does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Member"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {string} */
                    role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                    /** Format: uuid */
                    tenantId?: string | null;
                };
            };
        };
        responses: {
            /** @description The invitation. */
            201: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are no member any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `member.last_administrator`: It is the last administrator of the workspace. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "member.last_administrator";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                memberId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "Partner administrator" | "Integration manager" | "Catalogue manager" | "Subscription support" | "Viewer";
                };
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `member.last_administrator`: It is the last administrator of the workspace. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "member.last_administrator";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description A member's id, or a command's name. */
                actorId?: string;
                action?: "workspace.created" | "workspace.settings_changed" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "api_client.registered" | "api_client.changed" | "api_client.enabled" | "api_client.disabled" | "api_key.issued" | "api_key.rotated" | "api_key.revoked" | "application_credential.added" | "webhook_endpoint.added" | "webhook_endpoint.changed" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.removed" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.test_sent" | "webhook_endpoint.replayed" | "subscription.moved" | "notice.done" | "category.added" | "category.changed" | "category.removed" | "product.added" | "product.changed" | "product.published" | "product.archived" | "product.removed" | "edition.added" | "edition.changed" | "edition.removed" | "plan.added" | "plan.changed" | "plan.published" | "plan.archived" | "plan.removed" | "plan_mapping.added" | "plan_mapping.changed" | "plan_mapping.removed";
                subjectKind?: "Workspace" | "Member" | "ApiClient" | "ApiKey" | "ApplicationCredential" | "WebhookEndpoint" | "Subscription" | "Notice" | "Category" | "Product" | "Edition" | "Plan";
                subjectId?: string;
                from?: string;
                /** @description The moment itself is not part of it. */
                until?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceSettings"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description For how long a new usage report can be replaced before it is sent. */
                    usageHoldMinutes?: number;
                    /** @description Whom notices are mailed to; none: they stay in the inbox. */
                    supportAddresses?: string[];
                };
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceSettings"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                state?: "Open" | "Done" | "Any";
                kind?: "UsageRejected" | "UsageExpired" | "UsageQuantityMismatch" | "UsageExpiring" | "UsageDrift" | "WebhookEndpointDisabled" | "MarketplaceCallNotApplied" | "MarketplaceRepaired" | "MarketplaceNotRepaired" | "MarketplaceSecretEnding" | "SeatsExceedQuantity" | "PurchaseNotActivated";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notices, the newest first; the open ones unless told. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Notice"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    markNoticeDone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                noticeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notice. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "Pending" | "Active" | "Suspended" | "Cancelled" | "Expired";
                source?: "Marketplace" | "Direct" | "Reseller";
                /** @description A product's slug. */
                product?: string;
                tenantId?: string;
                marketplaceSubscriptionId?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Subscriptions, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Subscription"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription with its history. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    moveSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type: "activate" | "changePlan" | "changeQuantity" | "suspend" | "reinstate" | "renew" | "cancelNow" | "cancelAtTermEnd";
                    /** @description Of `changePlan`: the slug of the new plan. */
                    plan?: string;
                    /** @description Of `changeQuantity`: seats, or none. */
                    quantity?: number | null;
                    /**
                     * Format: date-time
                     * @description Of `renew`, and if wanted of `activate` and `reinstate`: the end of the term; null is open.
                     */
                    validUntil?: string | null;
                    /** @description For the history. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The subscription with its history. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDetail"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `plan.not_found`: There is no such plan.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "plan.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `subscription.move_not_allowed`: The subscription does not take this move as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "subscription.move_not_allowed";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description A tenant id, a part of an organisation's name, a member's e-mail address, or the marketplace's id of a subscription. */
                search?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Customer tenants, by id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Customer"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listCustomerMembers: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CustomerMember"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listUsageReports: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "Pending" | "Accepted" | "QuantityMismatch" | "Rejected" | "Expired" | "Skipped";
                subscriptionId?: string;
                /** @description Hours from then on. */
                from?: string;
                /** @description Hours before then. */
                until?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reports, the newest hour first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["UsageReport"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listApiClients: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description API clients, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiClient"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    registerApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: ("entitlements:read" | "catalogue:read" | "usage:write")[];
                    /** @description Slugs of the products it may ask about; null is all, also those to come. */
                    products: string[] | null;
                    /** @description From 60 to the quota of the workspace's partner plan; null is the plan's default. */
                    rateLimitPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description The API client. */
            201: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API client. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    changeApiClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    scopes?: ("entitlements:read" | "catalogue:read" | "usage:write")[];
                    /** @description Slugs of the products it may ask about; null is all, also those to come. */
                    products?: string[] | null;
                    /** @description From 60 to the quota of the workspace's partner plan; null is the plan's default. */
                    rateLimitPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description The API client. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    enableApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API client. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    disableApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API client. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClient"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its keys, the newest first; never their text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    issueApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key. Its text is shown here and never again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description The whole key; keep it safe. */
                        apiKey: string;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 24 unless told. */
                    overlapHours?: number;
                    /** Format: date-time */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key. Its text is shown here and never again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** @description The whole key; keep it safe. */
                        apiKey: string;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                /** @description The readable part of the key. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works no more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The readable part of the key. */
                        keyId: string;
                        /** Format: date-time */
                        revokedAt: string;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listApplicationCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its applications, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApplicationCredential"][];
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    addApplicationCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                apiClientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    applicationId: string;
                    /** Format: uuid */
                    tenantId: string;
                };
            };
        };
        responses: {
            /** @description The pending credential. Its challenge is shown here and never again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        credentialId: string;
                        challenge: string;
                        /** Format: date-time */
                        challengeExpiresAt: string;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Endpoints, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    addWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Begins with `https://`, and leads to the public internet. */
                    url: string;
                    description?: string;
                    /** @description Types, and groups of them such as `subscription.*`; null is all, also those to come. */
                    eventTypes?: ("subscription.*" | "entitlement.*" | "seat.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released")[] | null;
                    /** @description Slugs of the products it hears of; null is all, also those to come. */
                    products?: string[] | null;
                    /** @description Go with every delivery, such as the key of a gateway. Their values are never shown. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description Deliveries a minute at most; null is as many as it takes. */
                    rateLimitPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description The endpoint, with its secret. */
            201: {
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"] & {
                        /** @description Signs what is delivered. It is shown here and never again. */
                        secret: string;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    removeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Begins with `https://`, and leads to the public internet. */
                    url?: string;
                    description?: string;
                    /** @description Types, and groups of them such as `subscription.*`; null is all, also those to come. */
                    eventTypes?: ("subscription.*" | "entitlement.*" | "seat.*" | "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released")[] | null;
                    /** @description Slugs of the products it hears of; null is all, also those to come. */
                    products?: string[] | null;
                    /** @description Deliveries a minute at most; null is as many as it takes. */
                    rateLimitPerMinute?: number | null;
                    /** @description All of them: a value, or null for the value that is there. What is left out is gone. */
                    headers?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    /** @description Another when the settings are. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. It is shown here and never again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        /**
                         * Format: date-time
                         * @description Until then deliveries are signed with the one before, too.
                         */
                        previousSecretEndsAt: string;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way, as a delivery. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        eventId: string;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `webhook.endpoint_disabled`: The webhook endpoint is disabled. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "webhook.endpoint_disabled";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listWebhookEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @enum {string} */
                            type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
                            summary: string;
                            /** @description What `eventTypes` of an endpoint may say to hear of it; nothing for a test, which is sent on demand. */
                            heardBy: string[];
                            /** @description A payload as it could be; its schema is under `webhooks` in `/openapi.json`. */
                            example: {
                                /** @enum {string} */
                                type: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
                                /** Format: date-time */
                                timestamp: string;
                                data: {
                                    [key: string]: unknown;
                                };
                            };
                        }[];
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                endpointId?: string;
                type?: "subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test";
                tenantId?: string;
                outcome?: "Pending" | "Delivered" | "Failed" | "Cancelled";
                /** @description Events from then on. */
                from?: string;
                /** @description Events before then. */
                until?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries, the newest event first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        eventId: string;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `webhook.endpoint_disabled`: The webhook endpoint is disabled. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "webhook.endpoint_disabled";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    replayWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Within the last 30 days.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description The moment itself is not part of it.
                     */
                    until: string;
                    /** @description `Missed` is what it would hear of and was never sent: from before it was there, or while it was disabled. */
                    outcomes: ("Delivered" | "Failed" | "Cancelled" | "Missed")[];
                    types?: ("subscription.created" | "subscription.activated" | "subscription.plan_changed" | "subscription.quantity_changed" | "subscription.renewed" | "subscription.suspended" | "subscription.reinstated" | "subscription.cancellation_scheduled" | "subscription.cancelled" | "subscription.expired" | "subscription.trial_ending" | "entitlement.changed" | "seat.assigned" | "seat.released" | "webhook.test")[];
                    /** Format: uuid */
                    tenantId?: string;
                    /**
                     * Format: uuid
                     * @description The `next` of the call before.
                     */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description They are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many, by this call. */
                        replayed: number;
                        /** Format: uuid */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `webhook.endpoint_disabled`: The webhook endpoint is disabled. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "webhook.endpoint_disabled";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                status?: "Draft" | "Published" | "Archived";
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Products of every status, by slug. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ProductSummary"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    addProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    slug: string;
                    /** @description For display. */
                    name: string;
                    types: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
                    /** @description Slugs. */
                    categories?: string[];
                    /** @description Where its customers go once they have bought it; null when there is no one place. */
                    applicationUrl?: string | null;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            201: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    removeProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.status_not_allowed`: The product or plan does not become this as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.status_not_allowed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    changeProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. */
                    name?: string;
                    types?: ("WebApp" | "TeamsApp" | "SharePointApp" | "OfficeAddIn" | "PowerPlatformSolution")[];
                    /** @description Slugs. */
                    categories?: string[];
                    /** @description Where its customers go once they have bought it; null when there is no one place. */
                    applicationUrl?: string | null;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    publishProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.status_not_allowed`: The product or plan does not become this as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.status_not_allowed";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    archiveProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.status_not_allowed`: The product or plan does not become this as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.status_not_allowed";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    addEdition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    slug: string;
                    /** @description For display. */
                    name: string;
                    /** @description Of several editions that a tenant holds the highest counts. */
                    rank?: number;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            201: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    removeEdition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.edition_in_use`: The edition has plans. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.edition_in_use";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    changeEdition: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. */
                    name?: string;
                    /** @description Of several editions that a tenant holds the highest counts. */
                    rank?: number;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    orderEditions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The slugs of all of them, the lowest first. */
                    editions: string[];
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    addPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    slug: string;
                    /** @description For display. */
                    name: string;
                    /** @description The slug of its edition. */
                    edition: string;
                    /** @enum {string} */
                    licenceModel: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel: "FlatRate" | "PerUser";
                    /** @description All of them. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description All of them. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null when its licences are not managed there. */
                    serviceIdentifier?: string | null;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            201: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    removePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `plan.not_found`: There is no such plan.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "plan.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.status_not_allowed`: The product or plan does not become this as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.status_not_allowed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. */
                    name?: string;
                    /** @description The slug of its edition. */
                    edition?: string;
                    /** @enum {string} */
                    licenceModel?: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel?: "FlatRate" | "PerUser";
                    /** @description All of them. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description All of them. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null when its licences are not managed there. */
                    serviceIdentifier?: string | null;
                };
            };
        };
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `plan.not_found`: There is no such plan.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "plan.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    publishPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `plan.not_found`: There is no such plan.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "plan.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.status_not_allowed`: The product or plan does not become this as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.status_not_allowed";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    archivePlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole product. Its `ETag` counts every change of it, its editions, plans and mappings. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `plan.not_found`: There is no such plan.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "plan.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.status_not_allowed`: The product or plan does not become this as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.status_not_allowed";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    previewProductChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. */
                    name?: string;
                    /** @description The slugs of all editions in another order, the lowest first. */
                    editions?: string[];
                    /** @enum {string} */
                    status?: "Published" | "Archived";
                };
            };
        };
        responses: {
            /** @description Whose answers would change, and how. Nothing has been changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.status_not_allowed`: The product or plan does not become this as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.status_not_allowed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    previewEditionChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
                edition: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. */
                    name?: string;
                    /** @description Of several editions that a tenant holds the highest counts. */
                    rank?: number;
                };
            };
        };
        responses: {
            /** @description Whose answers would change, and how. Nothing has been changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    previewPlanChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                product: string;
                plan: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. */
                    name?: string;
                    /** @description The slug of its edition. */
                    edition?: string;
                    /** @enum {string} */
                    licenceModel?: "TenantWide" | "Seats" | "IdpManaged";
                    /** @enum {string} */
                    billingModel?: "FlatRate" | "PerUser";
                    /** @description All of them. */
                    capabilities?: {
                        [key: string]: boolean;
                    };
                    /** @description All of them. */
                    limits?: {
                        [key: string]: number;
                    };
                    /** @description The identity provider's name for the plan; null when its licences are not managed there. */
                    serviceIdentifier?: string | null;
                    /** @enum {string} */
                    status?: "Published" | "Archived";
                };
            };
        };
        responses: {
            /** @description Whose answers would change, and how. Nothing has been changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `plan.not_found`: There is no such plan.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "plan.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.status_not_allowed`: The product or plan does not become this as it stands. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.status_not_allowed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, by slug; their `ETag` is that of the whole catalogue. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Category"][];
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    addCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lower-case letters, digits and single hyphens. Names it for good. */
                    slug: string;
                    /** @description For display. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The category. */
            201: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    removeCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                category: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `category.not_found`: There is no such category.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "category.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `catalogue.category_in_use`: The category has products. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "catalogue.category_in_use";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    renameCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                category: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For display. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The category. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `category.not_found`: There is no such category.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "category.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    listPlanMappings: {
        parameters: {
            query?: {
                /** @description 50 unless told. */
                limit?: number;
                /** @description The `next` of the page before. */
                after?: string;
                /** @description The slug of a product. */
                product?: string;
            };
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mappings, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PlanMapping"][];
                        /** @description Send it as `after` for the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    addPlanMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    product: string;
                    /** @description The slug of the plan that it leads to. */
                    plan: string;
                    /** @description Which marketplace: the name of its connection. */
                    sourceName: string;
                    offerId: string;
                    /** @description What the marketplace calls the plan. */
                    planId: string;
                    /** @description Custom meters; only of flat-rate plans. */
                    dimensions?: {
                        id: string;
                        /** @description For display. */
                        name: string;
                        unit: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The mapping; its `ETag` is that of its product. */
            201: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `plan.not_found`: There is no such plan.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "plan.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    readPlanMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                mappingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mapping; its `ETag` is that of its product. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    removePlanMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
                mappingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    changePlanMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
                mappingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The slug of the plan that it leads to. */
                    plan?: string;
                    /** @description Which marketplace: the name of its connection. */
                    sourceName?: string;
                    offerId?: string;
                    /** @description What the marketplace calls the plan. */
                    planId?: string;
                    /** @description Custom meters; only of flat-rate plans. */
                    dimensions?: {
                        id: string;
                        /** @description For display. */
                        name: string;
                        unit: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The mapping; its `ETag` is that of its product. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanMapping"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /**
             * @description `product.not_found`: There is no such product.
             *
             *     `plan.not_found`: There is no such plan.
             *
             *     `resource.not_found`: The workspace has nothing of the kind with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "product.not_found" | "plan.not_found" | "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    exportCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file; its `ETag` counts the changes of the catalogue. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /** @description `auth.role_not_allowed`: The role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    planCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue, as YAML. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The changes, in order. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["CatalogueChange"][];
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    previewCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue, as YAML. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Whose answers would change, and how. Nothing has been changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueImpact"];
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
    applyCatalogue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what was read; needed. `*` takes whatever is there. */
                "if-match"?: string;
            };
            path: {
                workspaceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The whole catalogue, as YAML. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description What was changed. */
            200: {
                headers: {
                    /** @description Counts the changes. Send it back as `If-Match` to change what you have read, and nothing else. */
                    ETag?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: components["schemas"]["CatalogueChange"][];
                    };
                };
            };
            /** @description `request.validation_failed`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.validation_failed";
                    };
                };
            };
            /** @description `auth.session_required`: There is no session, or it has ended. */
            401: {
                headers: {
                    /** @description Session realm="tessera" */
                    "WWW-Authenticate"?: unknown;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "auth.session_required";
                    };
                };
            };
            /**
             * @description `request.cross_site`: The request does not come from the portal.
             *
             *     `auth.role_not_allowed`: The role does not allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.cross_site" | "auth.role_not_allowed";
                    };
                };
            };
            /** @description `resource.not_found`: The workspace has nothing of the kind with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "resource.not_found";
                    };
                };
            };
            /** @description `request.precondition_failed`: It has been changed meanwhile. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_failed";
                    };
                };
            };
            /** @description `request.too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.too_large";
                    };
                };
            };
            /** @description `request.unsupported_media_type`: The content type is not supported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.unsupported_media_type";
                    };
                };
            };
            /** @description `request.precondition_required`: The change does not say what it is based on. */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "request.precondition_required";
                    };
                };
            };
            /** @description `service.internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.internal_error";
                    };
                };
            };
            /** @description `service.unavailable`: The service cannot answer at the moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "service.unavailable";
                    };
                };
            };
        };
    };
}
